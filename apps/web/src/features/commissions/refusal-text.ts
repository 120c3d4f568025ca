import { type Refusal } from '@veranda/core/result.ts'
import { type KeyOf } from '@veranda/words/words.ts'
import { useWords } from '../../lib/words.ts'

export type Fault = Pick<Refusal, 'code' | 'detail'>

/** The sentence of a refusal that this page found by the core's own rules, before anything was sent. */
export function useRefusalText(): (fault: Fault | undefined) => string | undefined {
  const t = useWords('projects')
  const r = useWords('refusals')
  return (fault) => {
    if (fault === undefined) return undefined
    switch (fault.code) {
      case 'amount.missing':
      case 'amount.unreadable':
      case 'amount.too-many-decimals':
      case 'amount.too-large':
      case 'due.missing':
      case 'limits.unreadable':
      case 'limits.not-whole':
        return t(`fault.${fault.code}`)
      case 'limits.too-heavy':
        return t('fault.limits.too-heavy', { max: fault.detail?.['max'] ?? '' })
      default:
        // The catalogue has a sentence for every code of the core; a gap would show the code itself.
        return r(fault.code as KeyOf<'refusals'>, fault.detail ?? {})
    }
  }
}
