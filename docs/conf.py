"""Settings of the documentation site; `make docs` builds it in build/docs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "Crownfire"
author = "the Crownfire authors"
html_show_copyright = False
root_doc = "index"
exclude_patterns = ["_*"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_design", "outside_pages", "docstrings"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # as on GitHub

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 130
add_module_names = False
toc_object_entries_show_parents = "hide"

nitpick_ignore = [("py:class", "crownfire.game.generator.T")]  # a type variable
nitpick_ignore_regex = [("py:.*", r"(?!crownfire\b).*")]  # other packages: their sites are not at hand

html_theme = "furo"
html_title = "Crownfire"
html_logo = html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_theme_options = {
    # The colours of the web client.
    "light_css_variables": {"color-brand-primary": "#a33a1d", "color-brand-content": "#a33a1d"},
    "dark_css_variables": {"color-brand-primary": "#f0865a", "color-brand-content": "#f0865a"},
}
highlight_language = "text"
