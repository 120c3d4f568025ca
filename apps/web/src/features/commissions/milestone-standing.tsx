import { type Commission, type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import styles from './project.module.css'

/** One sentence on where a milestone stands for this reader, and by when what happens. */
export function MilestoneStanding({ commission, milestone }: { commission: Commission; milestone: Milestone }) {
  const t = useWords('projects')
  const format = useFormat()
  const part = commission.part === 'creator' ? 'creator' : 'client'
  const submitted = milestone.deliverables.find(({ state }) => state === 'submitted')
  const confirming = milestone.charge?.state === 'needs_confirmation' && milestone.state === 'funding'
  const text = t(confirming ? 'act.text.client.confirm' : `act.text.${part}.${milestone.state}`, {
    name: part === 'client' ? commission.creator.name : commission.client.name,
    sum: format.money(part === 'client' ? milestone.price : milestone.creatorReceives),
    version: submitted?.number ?? '',
    hash: submitted?.hash.slice(0, 6) ?? '',
  })
  const by = milestone.state === 'submitted' ? milestone.reviewEndsAt : milestone.dueAt
  return (
    <p className={styles.quiet}>
      <Rich
        text={text}
        parts={{ by: () => (by ? <When at={by} show="moment" /> : null), b: (inner) => <strong>{inner}</strong> }}
      />
    </p>
  )
}
