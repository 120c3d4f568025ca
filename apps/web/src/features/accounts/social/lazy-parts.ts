import { lazy } from 'react'
import { loadTranslations } from '../../../lib/i18n.ts'

/**
 * Parts with texts of their own, so that no form waits for what only those see who come back from a provider, and the
 * table of routes names no more catalogues.
 */
export const SocialProblemBanner = lazy(async () => {
  const [module] = await Promise.all([import('./social-problem-banner.tsx'), loadTranslations('accounts/social')])
  return { default: module.SocialProblemBanner }
})

export const FinishSignIn = lazy(async () => {
  const [module] = await Promise.all([import('./finish-sign-in.tsx'), loadTranslations('accounts/social')])
  return { default: module.FinishSignIn }
})

export const RegisterByIdentity = lazy(async () => {
  const [module] = await Promise.all([import('./register-by-identity-form.tsx'), loadTranslations('accounts/social')])
  return { default: module.RegisterByIdentity }
})

export const SignInMethods = lazy(async () => {
  const catalogues = [loadTranslations('accounts/social'), loadTranslations('accounts/step-up')]
  const [module] = await Promise.all([import('../settings/sign-in-methods.tsx'), ...catalogues])
  return { default: module.SignInMethods }
})
