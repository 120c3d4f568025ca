import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { minConfirmGapMs } from '@veranda/core/commissions/milestones/release-confirmation.ts'
import { useEffect, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { seenAssets } from '../../../components/viewer/seen-assets.ts'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { useProjectCommand } from '../use-project-command.ts'

type MilestoneApprovalOptions = {
  /** The confirmation is open: pins are read, and an acknowledgement or a step-up counts until it closes. */
  open: boolean
  /**
   * By a press here, which counts only a second after the confirmation opened, or by a hand in a headset, whose panel
   * asks for a hold.
   */
  confirmBy: 'press' | 'hand'
  creator: string
  /** Called with the text to announce once the server has confirmed the approval. */
  onApproved: (text: string) => void
}

/**
 * The approval of one exact version, which releases its escrow: its assets to look at, the open pins to acknowledge, the
 * step-up, and the command. Drawn by the page as a dialog and in a room as a panel.
 */
export function useMilestoneApproval(
  version: ReviewedVersion | undefined,
  { open, confirmBy, creator, onApproved }: MilestoneApprovalOptions,
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
  const seen = useStore(seenAssets)
  const [tickedAssets, setTickedAssets] = useState<ReadonlySet<string>>(new Set())
  if (!open && tickedAssets.size > 0) setTickedAssets(new Set())
  const assets = (version?.assets ?? []).map(({ id, name }) => ({
    id,
    name,
    wasDrawn: seen.has(id),
    isChecked: seen.has(id) || tickedAssets.has(id),
  }))
  const hasSettled = useHasSettled(open)
  const price = version?.milestone.price ?? undefined
  const sum = price ? format.money(price) : ''
  const command = useProjectCommand(approveMilestone, () => onApproved(t('approve.done', { sum, name: creator })))
  const stepUp = useStepUp(price, open, command.problem)
  const hasSteppedUp = stepUp.state === 'not-needed' || stepUp.state === 'done'
  const allowed = version?.actions.includes('approve') === true
  const everythingSeen = pinsLoaded && acknowledged && assets.every(({ isChecked }) => isChecked)
  const ready = open && allowed && everythingSeen && hasSteppedUp && (confirmBy === 'hand' || hasSettled)

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
    /**
     * Every asset of the version: one that was not drawn on a page or in a room since the page was loaded has to be ticked.
     */
    assets,
    tickAsset: (id: string, ticked: boolean) =>
      setTickedAssets((all) => new Set(ticked ? [...all, id] : [...all].filter((one) => one !== id))),
    /** All assets were looked at, and the pins are read and acknowledged. */
    everythingSeen,
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

/** Returns true once the confirmation has been open for `minConfirmGapMs`, so that a double press never confirms. */
function useHasSettled(open: boolean): boolean {
  const [hasSettled, setHasSettled] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setHasSettled(true), minConfirmGapMs)
    return () => {
      clearTimeout(timer)
      setHasSettled(false)
    }
  }, [open])
  return hasSettled
}
