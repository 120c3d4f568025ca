/** What a colour says, the same word on every primitive. */
export type Tone = 'neutral' | 'primary' | 'accent' | 'success' | 'warning' | 'error' | 'info'
