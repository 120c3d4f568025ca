import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { useState } from 'react'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { useProjectCommand } from '../use-project-command.ts'

type MilestoneApprovalOptions = {
  /** The confirmation is open: pins are read, and an acknowledgement or a step-up counts until it closes. */
  open: boolean
  creator: string
  /** Called with the text to announce once the server has confirmed the approval. */
  onApproved: (text: string) => void
}

/**
 * The approval of one exact version, which releases its escrow: the open pins to acknowledge, the step-up, and the
 * command. Drawn by the page as a dialog and in a room as a panel.
 */
export function useMilestoneApproval(
  version: ReviewedVersion | undefined,
  { open, creator, onApproved }: MilestoneApprovalOptions,
) {
  const t = useTranslations('commissions')
  const tPins = useTranslations('commissions/pins')
  const format = useFormat()
  const hasAssets = version !== undefined && version.assets.length > 0
  const pins = useRead(
    listPins,
    { params: { id: version?.milestone.id ?? '' } },
    { enabled: open && hasAssets, staleTimeMs: 0 },
  )
  // Approval is blocked while pins are loading or could not be read.
  const pinsLoaded = !hasAssets || (pins.isSuccess && !pins.isFetching)
  const openPins = pins.data?.items.filter(({ state }) => state === 'open').map(({ id }) => id) ?? []
  // The acknowledgement covers the pins open at that moment and this opening of the confirmation.
  const openPinsKey = openPins.toSorted().join(' ')
  const [acknowledgedKey, setAcknowledgedKey] = useState('')
  if (!open && acknowledgedKey !== '') setAcknowledgedKey('')
  const acknowledged = acknowledgedKey === openPinsKey
  const price = version?.milestone.price ?? undefined
  const sum = price ? format.money(price) : ''
  const command = useProjectCommand(approveMilestone, () => onApproved(t('approve.done', { sum, name: creator })))
  const stepUp = useStepUp(price, open, command.problem)
  const hasSteppedUp = stepUp.state === 'not-needed' || stepUp.state === 'done'
  const allowed = version?.actions.includes('approve') === true
  const pinsSeen = pinsLoaded && acknowledged
  const ready = open && allowed && pinsSeen && hasSteppedUp

  async function approve() {
    if (!version || !ready) return
    const { deliverableId, hash, milestone } = version
    const body = { deliverableId, hash, expected: milestone.version }
    const outcome = await command.run({ params: { id: milestone.id }, body })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return {
    /** False once the version can no longer be approved, for example because someone else decided. */
    allowed,
    sum,
    creator,
    /** The sentence that the user has to acknowledge; undefined if no pin is open. */
    acknowledgement: openPins.length > 0 ? tPins('approve.open', { count: openPins.length }) : undefined,
    acknowledged,
    acknowledge: (seen: boolean) => setAcknowledgedKey(seen ? openPinsKey : ''),
    /** The pins are read and acknowledged. */
    pinsSeen,
    /** Why the pins could not be read, with a retry. */
    pinsFailure:
      hasAssets && pins.error ? { problem: pins.error, retry: pins.refetch, busy: pins.isFetching } : undefined,
    stepUp,
    ready,
    busy: command.busy,
    /** The refusal to show; that of a missing step-up is over once the user has stepped up. */
    problem: command.problem?.code === 'step-up.required' && hasSteppedUp ? undefined : command.problem,
    approve: () => void approve(),
  }
}
