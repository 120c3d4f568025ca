import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import {
  type ConfirmationInput,
  confirmRelease,
  type ReleaseConfirmation,
  releaseHoldMs,
} from '@veranda/core/commissions/milestones/release-confirmation.ts'
import { useEffect, useState } from 'react'
import { useMilestoneApproval } from '../../../features/commissions/milestones/use-milestone-approval.ts'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { type PanelAction, type PanelRow } from '../../../lib/panels/panel-model.ts'
import { findVisiblePrevious, sceneRecordFor, updateScene } from '../../../features/rooms/records/record-changes.ts'
import { actionHandler, type PanelContext, type ScenePanel } from '../../../features/rooms/panels/panel-context.ts'
import { usePanelStepUp } from './use-panel-step-up.ts'

/** Returns the version to approve: of the milestone in the scene, else of another one. */
export function findApprovableVersion(
  versions: readonly RoomVersion[],
  shown: RoomVersion | undefined,
): RoomVersion | undefined {
  const approvableVersions = versions.filter(({ actions }) => actions.includes('approve'))
  return approvableVersions.find(({ milestone }) => milestone.id === shown?.milestone.id) ?? approvableVersions[0]
}

/**
 * Draws the approval of a milestone, for the exact version in front of the user: go on, then hold the control that
 * releases, in another place. Another version is offered to be shown first.
 */
export function useApprovalPanel(context: PanelContext) {
  const { base, t, room, canvas, shared, versions, can, write, announce } = context
  const problemText = useProblemText()
  const approvable = findApprovableVersion(versions, shared.version)
  const isShown = approvable !== undefined && approvable.deliverableId === shared.version?.deliverableId
  const visiblePrevious = findVisiblePrevious(shared.shown, versions)
  const isVisible = isShown && !visiblePrevious
  const { step, confirm } = useReleaseConfirmation(approvable?.deliverableId)
  const creator = room.users.find(({ party }) => party === 'creator')?.user.name ?? ''
  const approval = useMilestoneApproval(approvable, {
    // A confirmation counts only for the version that is in the scene.
    open: step !== 'closed' && isVisible,
    confirmBy: 'hand',
    creator,
    onApproved: announce,
  })
  const { sum, everythingSeen, acknowledgement, acknowledged } = approval
  const stepUp = usePanelStepUp({ stepUp: approval.stepUp, amount: approvable?.milestone.price ?? undefined, canvas })
  const shownVersionLost = step === 'sure' && !isVisible
  useEffect(() => {
    if (shownVersionLost) confirm('open')
    // `confirm` is a new function on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shownVersionLost])

  function detailRows({ milestone, hash }: RoomVersion): PanelRow[] {
    const { problem } = approval
    const failed = problem && problem.code !== 'step-up.required' ? problemText(problem) : undefined
    return [
      { id: 'milestone', text: milestone.title, value: sum },
      { id: 'hash', text: t('scene.approve.hash'), value: hash.slice(0, 12) },
      ...approval.assets.map(({ id, name, wasDrawn, isChecked }): PanelRow => {
        const row = { id: `asset:${id}`, text: name, value: isChecked ? '✓' : '○' }
        return wasDrawn
          ? row
          : { ...row, detail: t('scene.approve.asset'), tone: 'warning', action: row.id, chosen: isChecked }
      }),
      ...(acknowledgement === undefined
        ? []
        : [
            {
              id: 'seen',
              text: acknowledgement,
              value: acknowledged ? '✓' : '○',
              tone: 'warning',
              action: 'seen',
              chosen: acknowledged,
            } as const,
          ]),
      ...stepUp.rows,
      ...(failed === undefined
        ? []
        : [{ id: 'problem', text: t('scene.approve.failed'), detail: failed, tone: 'error' } as const]),
    ]
  }

  /** The control that releases: among the rows, so that it is never where "Go on" was. */
  function releaseRow(): PanelRow {
    const label = t('scene.approve.release', { sum })
    const disabled = approval.busy || !everythingSeen
    const button = { id: 'release', label, disabled, holdMs: releaseHoldMs }
    return { id: 'release', text: t('scene.approve.hold'), lines: 2, buttons: [button] }
  }

  function nextAction(): PanelAction {
    if (step === 'asked') return { id: 'sure', label: t('scene.approve.go'), look: 'plain', disabled: !everythingSeen }
    // Nothing can be pressed where "Go on" was.
    return stepUp.requiredAction ?? { id: 'hold', label: t('scene.approve.go'), look: 'plain', disabled: true }
  }

  function panel(): ScenePanel | undefined {
    if (step === 'closed' || !approvable) return undefined
    const { number, milestone } = approvable
    const canRelease = step === 'sure' && stepUp.requiredAction === undefined
    const cancel = { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' } as const
    const title = t('scene.approve', { number })
    const model = { ...base, id: 'approve', title, side: 'front' as const }
    // Users approve the version they look at, as on the page; a version without a model is approved there.
    const otherVersionText = isShown
      ? t('decide.former.text', { number, shown: visiblePrevious?.number ?? 0 })
      : t(approvable.assets.length > 0 ? 'decide.other.text' : 'decide.other.flat', {
          number,
          milestone: milestone.title,
          shown: shared.version?.number ?? 0,
          shownMilestone: shared.version?.milestone.title ?? '',
        })
    const show = { id: 'show', label: t('decide.other.show', { number }), look: 'filled' } as const
    const canShow = can('place') && approvable.assets.length > 0
    return {
      model: isVisible
        ? {
            ...model,
            lead: t('scene.approve.lead', { sum, name: creator }),
            rows: [...(canRelease ? [releaseRow()] : []), ...detailRows(approvable)],
            actions: [nextAction(), cancel],
          }
        : {
            ...model,
            rows: [{ id: 'other', text: otherVersionText, tone: 'warning', lines: 5 }],
            actions: [...(canShow ? [show] : []), cancel],
          },
      handleAction: actionHandler({
        sure: () => everythingSeen && confirm('go-on'),
        // Arrives once the button was held for its whole time.
        release: () => approval.ready && confirm('hold') && approval.approve(),
        asset: (id) => approval.tickAsset(id, approval.assets.find((one) => one.id === id)?.isChecked !== true),
        seen: () => approval.acknowledge(!acknowledged),
        show: () => {
          const asset = approvable.assets[0]
          if (isShown) void write<'scene'>('scene', updateScene({ flipped: false }))
          else if (asset) void write<'scene'>('scene', sceneRecordFor(approvable, asset.id))
        },
        confirm: () => stepUp.handleAction('confirm'),
        page: () => stepUp.handleAction('page'),
        cancel: () => void confirm('cancel'),
      }),
    }
  }

  return { approvable, open: () => void confirm('open'), panel }
}

/**
 * Tracks the confirmation of one exact version by hand. A step counts for its version only: with another version in the
 * scene the confirmation begins again.
 */
export function useReleaseConfirmation(deliverableId: string | undefined) {
  const [progress, setProgress] = useState<{ of: string; confirmation: ReleaseConfirmation }>()
  const confirmation = progress && progress.of === deliverableId ? progress.confirmation : closed
  return {
    step: confirmation.step,
    /** Takes an input; returns whether the money is to be released. */
    confirm(input: ConfirmationInput): boolean {
      if (!deliverableId) return false
      const { next, released } = confirmRelease(confirmation, input, performance.now())
      setProgress({ of: deliverableId, confirmation: next })
      return released
    },
  }
}

const closed: ReleaseConfirmation = { step: 'closed' }
