import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'

/** Renders the client's budget range. */
export function BudgetRange({ budget }: { budget: Project['budget'] }) {
  const t = useTranslations('commissions')
  if (budget === null) return <span>{t('budget.open')}</span>
  const { from, to, currency } = budget
  if (from === to) return <Amount money={{ amount: to, currency }} />
  return (
    <span>
      <Amount money={{ amount: from, currency }} /> – <Amount money={{ amount: to, currency }} />
    </span>
  )
}
