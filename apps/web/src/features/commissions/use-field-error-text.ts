import { type Refusal } from '@veranda/core/result.ts'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { errorParams } from '@veranda/i18n/error-params.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

export type FieldError = Pick<Refusal, 'code' | 'detail'>

/** Returns the message of a refusal found by client-side validation. */
export function useFieldErrorText(): (error: FieldError | undefined) => string | undefined {
  const t = useTranslations('commissions')
  const r = useTranslations('error-codes')
  return (error) => {
    if (error === undefined) return undefined
    switch (error.code) {
      case 'amount.missing':
      case 'amount.unreadable':
      case 'amount.too-many-decimals':
      case 'amount.too-large':
      case 'due.missing':
      case 'limits.unreadable':
      case 'limits.not-whole':
        return t(`error.${error.code}`)
      case 'limits.too-heavy':
        return t('error.limits.too-heavy', { max: error.detail?.['max'] ?? '' })
      default:
        // The catalogue has a message for every error code of the core; a missing one would show the code.
        return r(error.code as MessageKey<'error-codes'>, errorParams(error.detail ?? {}))
    }
  }
}
