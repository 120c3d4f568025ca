/** The version of the terms in force. Accepting anything else is refused. */
export const currentTermsVersion = 1
