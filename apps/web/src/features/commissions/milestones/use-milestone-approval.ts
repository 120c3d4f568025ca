import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import {
  advanceConfirmation,
  type ConfirmationInput,
  type ConfirmationMethod,
  firstConfirmation,
  heldShare,
  minConfirmGapMs,
  type ReleaseConfirmation,
} from '@veranda/core/commissions/milestones/release-confirmation.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSeenAssets } from '../../../components/assets/seen-assets.ts'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { createStore } from '../../../lib/store.ts'
import { type HoldInput } from '../../../lib/panels/panel-model.ts'
import { type NamedAsset, type ReviewedVersion } from '../reviewed-version.ts'
import { useProjectCommand } from '../use-project-command.ts'

type MilestoneApprovalOptions = {
  /** The way in which the last step is confirmed: by a hold in a headset, at two places on a page. */
  method: ConfirmationMethod
  /** The confirmation is open: pins are read, and an acknowledgement, a tick or a step-up counts until it closes. */
  open: boolean
  creator: string
  /** Called with the text to announce once the server has confirmed the approval. */
  onApproved: (text: string) => void
}

/** An asset or image of the version to approve: `seen` on this page or in the scene, or `ticked` without that. */
export type ApprovedAsset = NamedAsset & { readonly seen: boolean; readonly ticked: boolean }

export type MilestoneApproval = ReturnType<typeof useMilestoneApproval>

/**
 * The approval of one exact version, which releases its escrow: every asset by name, seen or ticked, the open pins to
 * acknowledge, the step-up, the steps that confirm the release, and the command. Drawn by the page as a dialog and in a
 * room as two panels.
 */
export function useMilestoneApproval(
  version: ReviewedVersion | undefined,
  { open, method, creator, onApproved }: MilestoneApprovalOptions,
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
  // The acknowledgement covers the pins open at that moment, also when some of them are closed meanwhile, and this
  // opening of the confirmation.
  const [acknowledgedPins, setAcknowledgedPins] = useState<readonly string[]>([])
  if (!open && acknowledgedPins.length > 0) setAcknowledgedPins([])
  const acknowledged = openPins.every((id) => acknowledgedPins.includes(id))
  const reviewKey = open && version ? `${version.deliverableId} ${version.hash}` : ''
  const seenAssets = useSeenAssets()
  // Ticks count for this version and this opening of the confirmation.
  const [ticks, setTicks] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: '', ids: new Set() })
  if (ticks.of !== reviewKey) setTicks({ of: reviewKey, ids: new Set() })
  const assets = [...(version?.assets ?? []), ...(version?.flatAssets ?? [])].map(({ id, name }): ApprovedAsset => {
    return { id, name, seen: seenAssets.has(id), ticked: ticks.of === reviewKey && ticks.ids.has(id) }
  })
  const price = version?.milestone.price ?? undefined
  const sum = price ? format.money(price) : ''
  const command = useProjectCommand(approveMilestone, () => onApproved(t('approve.done', { sum })))
  const stepUp = useStepUp(price, open, command.problem)
  const hasSteppedUp = stepUp.state === 'not-needed' || stepUp.state === 'done'
  const allowed = version?.actions.includes('approve') === true
  const checked = pinsLoaded && acknowledged && assets.every(({ seen, ticked }) => seen || ticked)
  const ready = open && allowed && checked && hasSteppedUp
  const { step, gapIsOver, advance } = useReleaseConfirmation(reviewKey, method)

  async function release() {
    if (!version) return
    const { deliverableId, hash, milestone } = version
    const body = { deliverableId, hash, expected: milestone.version }
    const outcome = await command.run({ params: { id: milestone.id }, body })
    if (outcome.ok) return
    // What was refused has to be confirmed again, from the start.
    advance('restart')
    if (outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  function confirmBy(input: ConfirmationInput) {
    const { confirmation, isNew } = advance(input)
    if (isNew && confirmation.step === 'release') void release()
    return confirmation
  }

  return {
    /** False once the version can no longer be approved, for example because someone else decided. */
    allowed,
    sum,
    creator,
    /** The sentence that the user has to acknowledge; undefined if no pin is open. */
    acknowledgement: openPins.length > 0 ? tPins('approve.open', { count: openPins.length }) : undefined,
    acknowledged,
    acknowledge: (seen: boolean) => setAcknowledgedPins(seen ? openPins : []),
    /** Every asset and image of the version. */
    assets,
    tickAsset(id: string, ticked: boolean) {
      const ids = new Set(ticks.ids)
      if (ticked) ids.add(id)
      else ids.delete(id)
      setTicks({ of: reviewKey, ids })
    },
    /** The pins are read and acknowledged, and every asset was seen or ticked. */
    checked,
    /** Why the pins could not be read, with a retry. */
    pinsFailure:
      hasAssets && pins.error ? { problem: pins.error, retry: pins.refetch, busy: pins.isFetching } : undefined,
    stepUp,
    ready,
    step,
    /** The first confirmation. */
    goOn: () => ready && confirmBy('continue'),
    /** The second confirmation on a page would count now. */
    canConfirm: ready && gapIsOver,
    /** The second confirmation on a page. */
    confirm: () => ready && confirmBy('confirm'),
    /**
     * Starts, keeps up or ends the hold on the last control in a headset. Returns how full the control is, from 0 to 1.
     */
    hold: (input: HoldInput): number => heldShare(confirmBy(ready ? input : 'let-go')),
    busy: command.busy,
    /** The refusal to show; that of a missing step-up is over once the user has stepped up. */
    problem: command.problem?.code === 'step-up.required' && hasSteppedUp ? undefined : command.problem,
  }
}

/**
 * The confirmation of the release named by `key`, on the page's clock. Another key, or none, starts over. It renders
 * again when the step changes, not with every frame of a hold.
 */
function useReleaseConfirmation(key: string, method: ConfirmationMethod) {
  const [store] = useState(() => createStore({ key, confirmation: firstConfirmation }))
  function current(): ReleaseConfirmation {
    const { key: keyOfConfirmation, confirmation } = store.get()
    return key !== '' && keyOfConfirmation === key ? confirmation : firstConfirmation
  }
  const step = useSyncExternalStore(store.subscribe, () => current().step)
  useEffect(() => {
    // Closing forgets, so that the same version is confirmed from the start when it is opened again.
    if (store.get().key !== key) store.set({ key, confirmation: firstConfirmation })
  }, [store, key])
  const confirming = step === 'confirm'
  const [gapIsOver, setGapIsOver] = useState(false)
  useEffect(() => {
    if (!confirming) return
    const timer = setTimeout(() => setGapIsOver(true), minConfirmGapMs)
    return () => {
      clearTimeout(timer)
      setGapIsOver(false)
    }
  }, [confirming])

  return {
    step,
    /** The second confirmation on a page counts from now on. */
    gapIsOver: confirming && gapIsOver,
    /** Takes an input; `isNew` tells that it led to another step. */
    advance(input: ConfirmationInput): { confirmation: ReleaseConfirmation; isNew: boolean } {
      const before = current()
      const confirmation = advanceConfirmation(before, method, input, performance.now())
      store.set({ key, confirmation })
      return { confirmation, isNew: confirmation.step !== before.step }
    },
  }
}
