/** The dominant colour of each terrain: the ground of the symbol `t-<game>-<letter>` in art.svg. */
export const TERRAIN_COLOURS: Record<'kingdomino' | 'origins', Record<string, string>> = {
  kingdomino: {
    W: '#dc9f2c',
    F: '#3a6626',
    L: '#3a8fd0',
    G: '#bfe07a',
    S: '#8f7880',
    M: '#432e34',
  },
  origins: {
    G: '#9fc64a',
    L: '#2f82b8',
    J: '#2b6040',
    Q: '#b0958a',
    D: '#edd6a8',
    V: '#4e2318',
  },
};

/** The colour of each seat, for the light and for the dark theme. */
export const SEAT_COLOURS: Record<
  'yellow' | 'pink' | 'blue' | 'green' | 'black',
  { light: string; dark: string }
> = {
  yellow: { light: '#e2a41c', dark: '#fce04c' },
  pink: { light: '#dc4797', dark: '#ff9ccc' },
  blue: { light: '#3682e6', dark: '#6c92ff' },
  green: { light: '#2a6f33', dark: '#8fc552' },
  black: { light: '#2b2530', dark: '#8d8790' },
};
