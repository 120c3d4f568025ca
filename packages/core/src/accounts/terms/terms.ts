/**
 * The version of the terms and policies in force. Accepting anything else is refused, so a new version is agreed to
 * at registration, on the dashboard and before the next offer is accepted. Raise it with each change of what they mean.
 * Write down in `termsChanges` which paragraphs change, with their earlier texts in the catalogue.
 */
export const currentTermsVersion = 11
/** When this version took effect. */
export const termsInEffectSince = '2026-11-28T00:00:00Z'
