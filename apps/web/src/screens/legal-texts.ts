/** The legal texts and how many sections each has. */
export const legalTexts = { terms: 12, privacy: 9, refund: 7 } as const
