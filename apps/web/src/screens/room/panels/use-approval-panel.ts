import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { releaseHoldMs } from '@veranda/core/commissions/milestones/release-confirmation.ts'
import { useState } from 'react'
import {
  type ApprovedAsset,
  useMilestoneApproval,
} from '../../../features/commissions/milestones/use-milestone-approval.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { type PanelRow } from '../../../lib/panels/panel-model.ts'
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
 * to be shown first. The last step is a hold on a panel of its own, aside from the one with the first.
 */
export function useApprovalPanel(context: PanelContext, onReleased: (version: RoomVersion, text: string) => void) {
  const { base, t, format, room, canvas, shared, versions, can, write } = context
  const problemText = useProblemText()
  const approvable = findApprovableVersion(versions, shared.version)
  const isShown = approvable !== undefined && approvable.deliverableId === shared.version?.deliverableId
  const visiblePrevious = findVisiblePrevious(shared.shown, versions)
  const isVisible = isShown && !visiblePrevious
  const [openedId, setOpenedId] = useState<string>()
  const isOpen = approvable !== undefined && openedId === approvable.deliverableId
  const creator = room.users.find(({ party }) => party === 'creator')?.user.name ?? ''
  const approval = useMilestoneApproval(approvable, {
    // A confirmation counts only for the version that is in the scene.
    open: isOpen && isVisible,
    method: 'hold',
    creator,
    onApproved(text) {
      setOpenedId(undefined)
      if (approvable) onReleased(approvable, text)
    },
  })
  const { sum, checked, acknowledgement, acknowledged } = approval
  const stepUp = usePanelStepUp({ stepUp: approval.stepUp, amount: approvable?.milestone.price ?? undefined, canvas })

  /** Names an asset; one that was not in front of the user is shown, or ticked unseen. */
  function assetRow({ id, name, seen, ticked }: ApprovedAsset, models: RoomVersion['assets']): PanelRow {
    const row = { id: `asset-${id}`, text: name, lines: 2 }
    if (seen) return { ...row, value: t('scene.approve.seen') }
    const canLook = can('place') && models.some((model) => model.id === id)
    return {
      ...row,
      detail: t('scene.approve.unseen'),
      tone: 'warning',
      buttons: [
        ...(canLook ? [{ id: `look:${id}`, label: t('scene.approve.look') }] : []),
        { id: `tick:${id}`, label: t('scene.approve.tick'), chosen: ticked },
      ],
    }
  }

  function detailRows({ number, milestone, hash, assets }: RoomVersion): PanelRow[] {
    const { problem } = approval
    const failed = problem && problem.code !== 'step-up.required' ? problemText(problem) : undefined
    return [
      { id: 'milestone', text: milestone.title, value: sum },
      { id: 'hash', text: t('scene.approve.hash', { number }), value: hash.slice(0, 12) },
      ...approval.assets.map((asset) => assetRow(asset, assets)),
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

  function panel(): ScenePanel | undefined {
    if (!isOpen || !approvable) return undefined
    const { number } = approvable
    const cancel = { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' } as const
    // It stays in its place, switched off, so that a second press there hits nothing else.
    const goOn = { id: 'sure', label: t('scene.approve.go'), look: 'plain' } as const
    const title = t('scene.approve', { number })
    const model = { ...base, id: 'approve', title, side: 'front' as const }
    const other = otherVersion()
    const canShow = can('place') && approvable.assets.length > 0
    const show = (assetId: string | undefined) => {
      if (assetId !== undefined) void write<'scene'>('scene', sceneRecordFor(approvable, assetId))
    }
    return {
      model: isVisible
        ? {
            ...model,
            lead: t('scene.approve.lead', { sum, name: creator }),
            rows: detailRows(approvable),
            actions: [stepUp.requiredAction ?? { ...goOn, disabled: !checked || approval.step !== 'review' }, cancel],
          }
        : {
            ...model,
            rows: [{ id: 'other', text: other.text, tone: 'warning', lines: 5 }],
            actions: [...(canShow ? [{ id: 'show', label: other.show, look: 'filled' } as const] : []), cancel],
          },
      handleAction: actionHandler({
        sure: approval.goOn,
        seen: () => approval.acknowledge(!acknowledged),
        tick: (id) => approval.tickAsset(id, !approval.assets.some((asset) => asset.id === id && asset.ticked)),
        look: show,
        show: () => {
          if (isShown) void write<'scene'>('scene', updateScene({ flipped: false }))
          else show(approvable.assets[0]?.id)
        },
        confirm: () => stepUp.handleAction('confirm'),
        page: () => stepUp.handleAction('page'),
        cancel: () => setOpenedId(undefined),
      }),
    }
  }

  /**
   * Returns why nothing can be approved while another version is in sight, and the label that shows the right one. Users
   * approve the version they look at, as on the page; a version without a model is approved there.
   */
  function otherVersion(): { text: string; show: string } {
    const { version } = shared
    const number = approvable?.number ?? 0
    const show = t('decide.other.show', { number })
    if (isShown) return { text: t('decide.former.text', { number, shown: visiblePrevious?.number ?? 0 }), show }
    const isFlat = approvable?.assets.length === 0
    if (!approvable || !version || version.milestone.id === approvable.milestone.id) {
      return {
        text: t(isFlat ? 'decide.other.flat' : 'decide.other.text', { number, shown: version?.number ?? 0 }),
        show,
      }
    }
    // Each milestone counts its own versions, so the number alone would not tell the two apart.
    const names = {
      number,
      milestone: approvable.milestone.title,
      shown: version.number,
      shownMilestone: version.milestone.title,
    }
    return {
      text: t(isFlat ? 'decide.milestone.flat' : 'decide.milestone.text', names),
      show: t('decide.milestone.show', { number, milestone: approvable.milestone.title }),
    }
  }

  /** The last step: one button that releases once it was held, on a panel that overlaps no other. */
  function holdPanel(): ScenePanel | undefined {
    if (!isOpen || !isVisible || approval.step === 'review') return undefined
    const { number, milestone } = approvable
    const seconds = format.number(releaseHoldMs / 1_000)
    return {
      model: {
        ...base,
        id: 'approve-hold',
        title: t('scene.approve.hold'),
        lead: t('scene.approve.hold.lead', { seconds }),
        side: 'aside',
        rows: [{ id: 'version', text: t('scene.approve.version', { number, milestone: milestone.title }), value: sum }],
        actions: [
          {
            id: 'release',
            label: t('scene.approve.release', { sum }),
            look: 'filled',
            held: true,
            disabled: !approval.ready || approval.busy,
          },
        ],
      },
      // Only a hold releases.
      handleAction: () => undefined,
      handleHold: (input) => approval.hold(input),
    }
  }

  return {
    approvable,
    open: () => setOpenedId(approvable?.deliverableId),
    panel,
    holdPanel,
  }
}
