import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { listRoomWorks } from '@veranda/contract/rooms/routes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelAction, type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { useEffect, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useRead } from '../../lib/query.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import { showing, staging } from './changes.ts'
import { formerInSight } from './in-sight.ts'
import { acting, type SceneNow, type ScenePanel } from './scene-now.ts'
import { useApproving } from './use-approving.ts'
import { useSceneConfirm } from './use-scene-confirm.ts'

/** The version that approving would release: of the milestone on the stage, else of another one. */
export function releasable(versions: readonly RoomVersion[], shown: RoomVersion | undefined): RoomVersion | undefined {
  const waiting = versions.filter(({ may }) => may.approve)
  return waiting.find(({ milestone }) => milestone.id === shown?.milestone.id) ?? waiting[0]
}

/**
 * The approval in two steps, on the exact version that stands before the person; another one is offered to be shown
 * first. All open pins of its milestone are seen before it goes on, as on the page.
 */
export function useSceneApproval(scene: SceneNow) {
  const { base, t, format, room, stage, shared, versions, mayHost, write, say } = scene
  const textOf = useProblemText()
  const offered = releasable(versions, shared.version)
  const standing = offered !== undefined && offered.deliverableId === shared.version?.deliverableId
  const former = formerInSight(shared.shown, versions)
  const on = standing && !former
  const { step, to } = useApproving(offered?.deliverableId)
  const [seen, setSeen] = useState<string>()
  const milestoneId = offered?.milestone.id ?? ''
  const pins = useRead(listPins, { params: { id: milestoneId } }, { enabled: step !== undefined })
  const open = pins.data?.items.filter(({ state }) => state === 'open') ?? []
  // One more that came meanwhile is seen anew.
  const openIds = open.map(({ id }) => id).join()
  const ready = pins.data !== undefined && (open.length === 0 || seen === openIds)
  const sum = offered?.milestone.price ? format.money(offered.milestone.price) : ''
  const approve = useCommand(approveMilestone, {
    idempotent: true,
    touches: [listRoomWorks],
    onDone: () => {
      to(undefined)
      say(t('scene.approved', { sum }))
    },
  })
  const asked = step === undefined || !on ? undefined : (offered.milestone.price ?? undefined)
  const confirm = useSceneConfirm({ sum: asked, refused: approve.problem, stage })
  const gone = step === 'sure' && !on
  useEffect(() => {
    // What was sure was sure of what stood there.
    if (gone) to('asked')
    // `to` is another function with every draw.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [gone])

  async function release() {
    if (!offered || step !== 'sure' || !on || !ready) return
    const { milestone, deliverableId, hash } = offered
    const outcome = await approve.run({
      params: { id: milestone.id },
      body: { deliverableId, hash, expected: milestone.version },
    })
    if (!outcome.ok && outcome.problem.code === 'confirmation.needed') await confirm.again()
  }

  function rowsOf({ milestone, hash }: RoomVersion): PanelRow[] {
    const { problem } = approve
    const failed = problem && problem.code !== 'confirmation.needed' ? textOf(problem) : undefined
    return [
      { id: 'milestone', text: milestone.title, value: sum },
      { id: 'hash', text: t('scene.approve.hash'), value: hash.slice(0, 12) },
      ...(open.length > 0
        ? [
            {
              id: 'seen',
              text: t('scene.approve.seen', { count: open.length }),
              value: ready ? '✓' : '○',
              tone: 'warning',
              action: 'seen',
              chosen: ready,
            } as const,
          ]
        : []),
      ...confirm.rows,
      ...(failed === undefined
        ? []
        : [{ id: 'problem', text: t('scene.approve.failed'), detail: failed, tone: 'error' } as const]),
    ]
  }

  function nextOf(): PanelAction {
    if (step === 'asked') return { id: 'sure', label: t('scene.approve.go'), look: 'plain', disabled: !ready }
    const disabled = approve.busy || !ready
    return confirm.instead ?? { id: 'release', label: t('scene.approve.release', { sum }), look: 'filled', disabled }
  }

  function panel(): ScenePanel | undefined {
    if (!step || !offered) return undefined
    const { number } = offered
    const cancel = { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' } as const
    const title = t('scene.approve', { number })
    const model = { ...base, id: 'approve', title, side: 'front' as const }
    // What one approves is what one looks at, as on the page; a version without a model is decided there.
    const other = standing
      ? t('decide.former.text', { number, shown: former?.number ?? 0 })
      : t(offered.works.length > 0 ? 'decide.other.text' : 'decide.other.flat', {
          number,
          shown: shared.version?.number ?? 0,
        })
    const show = { id: 'show', label: t('decide.other.show', { number }), look: 'filled' } as const
    const mayShow = mayHost && offered.works.length > 0
    const creator = room.people.find(({ party }) => party === 'creator')?.person.name ?? ''
    return {
      model: on
        ? {
            ...model,
            lead: t('scene.approve.lead', { sum, name: creator }),
            rows: rowsOf(offered),
            actions: [nextOf(), cancel],
          }
        : {
            ...model,
            rows: [{ id: 'other', text: other, tone: 'warning', lines: 5 }],
            actions: [...(mayShow ? [show] : []), cancel],
          },
      act: acting({
        sure: () => ready && to('sure'),
        release: () => void release(),
        seen: () => setSeen(seen === openIds ? undefined : openIds),
        show: () => {
          const work = offered.works[0]
          if (standing) void write<'stage'>('stage', staging({ flipped: false }))
          else if (work) void write<'stage'>('stage', showing(offered, work.id))
        },
        confirm: () => confirm.act('confirm'),
        page: () => confirm.act('page'),
        cancel: () => to(undefined),
      }),
    }
  }

  return { offered, open: () => to('asked'), panel }
}
