import { checkPassword, passwordLimits, type User } from '@veranda/core/accounts/passwords/password.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

const messageKeys = {
  'account.password-too-short': 'too-short',
  'account.password-too-long': 'too-long',
  'account.password-like-email': 'personal',
  'account.password-too-common': 'common',
} as const

export type NewPasswordRule = {
  /** The rule in one sentence. */
  readonly hint: string
  /** Returns the sentence for a password that the rule refuses, or undefined. */
  findFault(password: string, user: User): string | undefined
}

/** Returns the product's rule for new passwords in words; the server enforces it and also knows the common ones. */
export function useNewPasswordRule(): NewPasswordRule {
  const t = useTranslations('accounts/passwords')
  return {
    hint: t('hint', passwordLimits),
    findFault(password, user) {
      const checked = checkPassword(password, user)
      if (checked.ok) return undefined
      // checkPassword refuses with these codes and no others.
      return t(messageKeys[checked.refusal.code as keyof typeof messageKeys], passwordLimits)
    },
  }
}
