/** The themes that a user can choose; `system` follows the device. */
export const themes = ['system', 'daylight', 'dusk'] as const
export type Theme = (typeof themes)[number]
