// The settings open over whatever page is there, from its header or from the menu of a table.

export const settingsDialog = $state({ isOpen: false });
