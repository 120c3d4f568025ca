/** The meaning of a colour, the same word on every primitive. */
export type Tone = 'neutral' | 'primary' | 'accent' | 'success' | 'warning' | 'error' | 'info'
