import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'

/** About how much the client has in mind. */
export function BudgetText({ budget }: { budget: Project['budget'] }) {
  const t = useWords('projects')
  if (budget === null) return <span>{t('budget.open')}</span>
  const { from, to, currency } = budget
  if (from === to) return <Amount money={{ amount: to, currency }} />
  return (
    <span>
      <Amount money={{ amount: from, currency }} /> – <Amount money={{ amount: to, currency }} />
    </span>
  )
}
