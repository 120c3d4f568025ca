/** The lights in which an asset can be seen, in the viewer and in a room. */
export const lightNames = ['studio', 'daylight', 'dusk', 'gallery'] as const
export type LightName = (typeof lightNames)[number]
