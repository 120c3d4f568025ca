import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
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
 * Draws the approval of a milestone in two steps, for the exact version in front of the user; another version is offered
 * to be shown first.
 */
export function useApprovalPanel(context: PanelContext) {
  const { base, t, room, canvas, shared, versions, can, write, announce } = context
  const problemText = useProblemText()
  const approvable = findApprovableVersion(versions, shared.version)
  const isShown = approvable !== undefined && approvable.deliverableId === shared.version?.deliverableId
  const visiblePrevious = findVisiblePrevious(shared.shown, versions)
  const isVisible = isShown && !visiblePrevious
  const { step, goTo } = useApprovalSteps(approvable?.deliverableId)
  const creator = room.users.find(({ party }) => party === 'creator')?.user.name ?? ''
  const approval = useMilestoneApproval(approvable, {
    // A confirmation counts only for the version that is in the scene.
    open: step !== undefined && isVisible,
    creator,
    onApproved(text) {
      goTo(undefined)
      announce(text)
    },
  })
  const { sum, pinsSeen, acknowledgement, acknowledged } = approval
  const stepUp = usePanelStepUp({ stepUp: approval.stepUp, amount: approvable?.milestone.price ?? undefined, canvas })
  const shownVersionLost = step === 'sure' && !isVisible
  useEffect(() => {
    if (shownVersionLost) goTo('asked')
    // `goTo` is a new function on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shownVersionLost])

  function detailRows({ milestone, hash }: RoomVersion): PanelRow[] {
    const { problem } = approval
    const failed = problem && problem.code !== 'step-up.required' ? problemText(problem) : undefined
    return [
      { id: 'milestone', text: milestone.title, value: sum },
      { id: 'hash', text: t('scene.approve.hash'), value: hash.slice(0, 12) },
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

  function nextAction(): PanelAction {
    if (step === 'asked') return { id: 'sure', label: t('scene.approve.go'), look: 'plain', disabled: !pinsSeen }
    const disabled = approval.busy || !pinsSeen
    return (
      stepUp.requiredAction ?? {
        id: 'release',
        label: t('scene.approve.release', { sum }),
        look: 'filled',
        disabled,
      }
    )
  }

  function panel(): ScenePanel | undefined {
    if (!step || !approvable) return undefined
    const { number } = approvable
    const cancel = { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' } as const
    const title = t('scene.approve', { number })
    const model = { ...base, id: 'approve', title, side: 'front' as const }
    // Users approve the version they look at, as on the page; a version without a model is approved there.
    const otherVersionText = isShown
      ? t('decide.former.text', { number, shown: visiblePrevious?.number ?? 0 })
      : t(approvable.assets.length > 0 ? 'decide.other.text' : 'decide.other.flat', {
          number,
          shown: shared.version?.number ?? 0,
        })
    const show = { id: 'show', label: t('decide.other.show', { number }), look: 'filled' } as const
    const canShow = can('place') && approvable.assets.length > 0
    return {
      model: isVisible
        ? {
            ...model,
            lead: t('scene.approve.lead', { sum, name: creator }),
            rows: detailRows(approvable),
            actions: [nextAction(), cancel],
          }
        : {
            ...model,
            rows: [{ id: 'other', text: otherVersionText, tone: 'warning', lines: 5 }],
            actions: [...(canShow ? [show] : []), cancel],
          },
      handleAction: actionHandler({
        sure: () => pinsSeen && goTo('sure'),
        release: () => step === 'sure' && approval.approve(),
        seen: () => approval.acknowledge(!acknowledged),
        show: () => {
          const asset = approvable.assets[0]
          if (isShown) void write<'scene'>('scene', updateScene({ flipped: false }))
          else if (asset) void write<'scene'>('scene', sceneRecordFor(approvable, asset.id))
        },
        confirm: () => stepUp.handleAction('confirm'),
        page: () => stepUp.handleAction('page'),
        cancel: () => goTo(undefined),
      }),
    }
  }

  return { approvable, open: () => goTo('asked'), panel }
}

/** The two steps of an approval: acknowledging the consequences, then confirming the amount. */
type ApprovalStep = 'asked' | 'sure'

/**
 * Tracks the approval of one exact version. A step counts for its version only: with another version in the scene
 * approval starts over.
 */
export function useApprovalSteps(deliverableId: string | undefined) {
  const [progress, setProgress] = useState<{ of: string; step: ApprovalStep }>()
  const step = progress && progress.of === deliverableId ? progress.step : undefined
  return {
    step,
    goTo: (next: ApprovalStep | undefined) =>
      setProgress(next && deliverableId ? { of: deliverableId, step: next } : undefined),
  }
}
