/** The providers that users can sign in with instead of a password, in the order of their buttons. */
export const socialProviders = ['google', 'tiktok', 'instagram'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** Their own names, which no language translates. */
export const socialProviderNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  tiktok: 'TikTok',
  instagram: 'Instagram',
}
