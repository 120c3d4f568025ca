import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import styles from '../commissions.module.css'

type MilestoneStatusProps = {
  commission: Commission
  milestone: Milestone
  /** Within a line, instead of as a paragraph. */
  inline?: boolean
}

/** Renders one sentence about the milestone's state for the viewer, with the deadline. */
export function MilestoneStatus({ commission, milestone, inline = false }: MilestoneStatusProps) {
  const statusText = useMilestoneStatusText()
  const movesAt = milestone.state === 'released' ? milestone.money?.movesAt : undefined
  const by = movesAt ?? (milestone.state === 'submitted' ? milestone.reviewEndsAt : milestone.dueAt)
  const Element = inline ? 'span' : 'p'
  return (
    <Element className={styles.quiet}>
      <RichText
        text={statusText(commission, milestone)}
        parts={{ by: () => (by ? <Timestamp at={by} show="moment" /> : null), b: (inner) => <strong>{inner}</strong> }}
      />
    </Element>
  )
}

/** Returns a function that tells the milestone's state to the viewer in one sentence, with tags for `RichText`; none of what a bank returned. */
export function useMilestoneStatusText(): (commission: Commission, milestone: Milestone) => string {
  const t = useTranslations('commissions')
  const format = useFormat()
  return (commission, milestone) => {
    const side = commission.viewerRole === 'creator' ? 'creator' : 'client'
    const submitted = milestone.deliverables.find(({ state }) => state === 'submitted')
    const confirming = milestone.actions.includes('follow-payment') && milestone.charge?.actions.includes('confirm')
    const released = milestone.state === 'released'
    const { chargeback } = milestone
    // What the bank returned went to neither as the sentences of these states say; the banner of the chargeback says it.
    if (chargeback?.state === 'lost' && (milestone.state === 'split' || (released && side === 'client'))) return ''
    const key = confirming
      ? 'act.text.client.confirm'
      : released && side === 'creator' && milestone.chargeback
        ? (`act.text.creator.released.${milestone.chargeback.state}` as const)
        : released && side === 'creator' && milestone.money?.movesAt
          ? 'act.text.creator.released.from'
          : (`act.text.${side}.${milestone.state}` as const)
    const { price, clientPays, creatorReceives } = milestone
    return t(key, {
      name: side === 'client' ? commission.creator.name : commission.client.name,
      paid: format.money(clientPays),
      net: format.money(creatorReceives),
      creatorFee: format.money({ ...price, amount: price.amount - creatorReceives.amount }),
      clientFee: format.money({ ...price, amount: clientPays.amount - price.amount }),
      sum: format.money(side === 'client' ? milestone.price : milestone.creatorReceives),
      version: submitted?.number ?? '',
    })
  }
}
