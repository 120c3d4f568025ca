import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { addPin, listPins } from '@veranda/contract/pins/routes.ts'
import { listRoomWorks } from '@veranda/contract/rooms/routes.ts'
import { type Room, type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelModel, type PanelRow } from '@veranda/core/rooms/panel-layout.ts'
import { useEffect, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useFormat } from '../../lib/format.ts'
import { currentLanguage, directionOf } from '../../lib/language.ts'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { type HeadsetState, type RoomHit, type RoomStage, type RoomTool, roomTools } from '../../parts/room-stage.ts'
import { pinAnchor } from '../../parts/pin-anchor.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import { type LineState } from './room-line.ts'
import { type RoomSession } from './room-session.ts'
import { answerInChat, chatPanel, type SceneChatTold } from './scene-chat-panel.ts'
import { useApproving } from './use-approving.ts'
import { useSceneChanges } from './use-scene-changes.ts'
import { useSceneConfirm } from './use-scene-confirm.ts'
import { type SharedStage } from './use-shared-stage.ts'

type Given = {
  room: Room
  session: RoomSession
  stage: RoomStage | undefined
  line: LineState
  shared: SharedStage
  menu: boolean
  setMenu: (open: boolean) => void
  tool: RoomTool
  chooseTool: (tool: RoomTool) => void
  worn: HeadsetState
  mayHost: boolean
  hit: RoomHit | undefined
  takeHit: () => void
  /** Who asks all to come. */
  gathered: { slot: number; name: string } | undefined
  setGathered: (by: undefined) => void
  /** What was done, until it is put away. */
  said: string | undefined
  /** Nothing where there is no project to talk in. */
  chat: SceneChatTold | undefined
  setSaid: (said: string | undefined) => void
}

const quick = ['wrong', 'good', 'look'] as const

/** What a headset shows in place of the page: the menu, a pin to be set, the approval in two steps. */
export function useScenePanels(given: Given): { act: (panelId: string, actionId: string) => void } {
  const { room, session, stage, line, shared, menu, setMenu, tool, chooseTool, worn, mayHost, hit, takeHit } = given
  const { gathered, setGathered, said, setSaid, chat } = given
  const t = useWords('rooms')
  const format = useFormat()
  const textOf = useProblemText()
  const muted = useStore(session.muted)
  const [talking, setTalking] = useState(false)
  const { version } = shared
  const approving = useApproving(version?.deliverableId)
  const approve = useCommand(approveMilestone, {
    idempotent: true,
    touches: [listRoomWorks],
    onDone: () => {
      approving.to(undefined)
      setSaid(t('scene.approved', { sum: sumOf(version) }))
    },
  })
  const pin = useCommand(addPin, {
    idempotent: true,
    touches: [listPins, listRoomWorks],
    onDone: ({ number }) => {
      takeHit()
      setSaid(t('scene.pin.saved', { number }))
    },
  })
  const changes = useSceneChanges(version, (count) => setSaid(t('scene.changes.sent', { count })))
  const inside = worn === 'inside'
  const sum = approving.step === undefined ? undefined : (version?.milestone.price ?? undefined)
  const confirm = useSceneConfirm({ sum, refused: approve.problem, stage })

  function sumOf(one: RoomVersion | undefined): string {
    return one?.milestone.price ? format.money(one.milestone.price) : ''
  }

  const base = { direction: directionOf(currentLanguage()), language: currentLanguage() }
  const close = { id: 'close', label: t('scene.close'), look: 'plain' } as const

  function menuPanel(): PanelModel {
    const tools: PanelRow[] = mayHost
      ? roomTools.map((name) => ({ id: name, text: t(`tool.${name}`), action: `tool:${name}`, chosen: name === tool }))
      : []
    const people: PanelRow[] = Array.from(line.members.values())
      .filter(({ slot }) => slot !== line.slot)
      .map(({ slot, label, device }) => ({
        id: `person-${slot}`,
        text: label,
        detail: t(`device.${device}`),
        action: `go:${slot}`,
      }))
    return {
      ...base,
      id: 'menu',
      title: t('scene.menu'),
      lead: room.title,
      side: 'left',
      rows: [...tools, ...people],
      actions: [
        { id: 'mute', label: t(muted ? 'dock.unmute' : 'dock.mute'), look: 'plain' },
        ...(chat ? [{ id: 'chat', label: t('tab.chat'), look: 'plain' } as const] : []),
        ...(version?.may.approve
          ? [{ id: 'approve', label: t('decide.approve', { number: version.number }), look: 'filled' } as const]
          : []),
        ...(version?.may.requestChanges ? [{ id: 'changes', label: t('decide.changes'), look: 'plain' } as const] : []),
        close,
      ],
    }
  }

  function approvePanel(one: RoomVersion): PanelModel {
    const creator = room.people.find(({ party }) => party === 'creator')?.person.name ?? ''
    const open = one.pins.filter(({ state }) => state === 'open').length
    return {
      ...base,
      id: 'approve',
      title: t('scene.approve', { number: one.number }),
      lead: t('scene.approve.lead', { sum: sumOf(one), name: creator }),
      side: 'front',
      rows: [
        { id: 'milestone', text: one.milestone.title, value: sumOf(one) },
        { id: 'hash', text: t('scene.approve.hash'), value: one.hash.slice(0, 12) },
        ...(open > 0 ? [{ id: 'open', text: t('scene.approve.open', { count: open }), tone: 'warning' } as const] : []),
        ...confirm.rows,
        ...(approve.problem && approve.problem.code !== 'confirmation.needed'
          ? [
              {
                id: 'problem',
                text: t('scene.approve.failed'),
                detail: textOf(approve.problem),
                tone: 'error',
              } as const,
            ]
          : []),
      ],
      actions: [
        approving.step === 'asked'
          ? { id: 'sure', label: t('scene.approve.go'), look: 'plain' }
          : (confirm.instead ?? {
              id: 'release',
              label: t('scene.approve.release', { sum: sumOf(one) }),
              look: 'filled',
              disabled: approve.busy,
            }),
        { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' },
      ],
    }
  }

  function pinPanel({ part }: RoomHit): PanelModel {
    return {
      ...base,
      id: 'pin',
      title: t('scene.pin.new', { part }),
      lead: t('scene.pin.lead'),
      side: 'front',
      rows: quick.map((one) => ({ id: one, text: t(`scene.pin.${one}`), action: `say:${one}` })),
      actions: [{ id: 'cancel', label: t('scene.close'), look: 'plain' }],
    }
  }

  function panels(): PanelModel[] {
    if (!inside) return []
    const all: PanelModel[] = []
    const asked = changes.panel(base)
    if (approving.step && version?.may.approve) all.push(approvePanel(version))
    else if (hit) all.push(pinPanel(hit))
    else if (asked) all.push(asked)
    if (menu) all.push(menuPanel())
    if (gathered) {
      const go = { id: 'go', label: t('people.gathered.go'), look: 'filled' } as const
      const title = t('people.gathered', { name: gathered.name })
      all.push({ ...base, id: 'gathered', title, side: 'right', rows: [], actions: [go, close] })
    } else if (said !== undefined)
      all.push({ ...base, id: 'said', title: said, side: 'right', rows: [], actions: [close] })
    else if (talking && chat) all.push(chatPanel(base, chat, t))
    return all
  }
  const shownPanels = panels()
  const drawn = JSON.stringify(shownPanels)
  useEffect(() => {
    // Drawn anew only when something in them changed.
    stage?.setPanels(JSON.parse(drawn) as PanelModel[])
  }, [stage, drawn])

  async function release() {
    if (!version || approving.step !== 'sure') return
    const { milestone, deliverableId, hash } = version
    const body = { deliverableId, hash, expected: milestone.version }
    const outcome = await approve.run({ params: { id: milestone.id }, body })
    if (!outcome.ok && outcome.problem.code === 'confirmation.needed') await confirm.again()
  }

  function say(which: (typeof quick)[number]) {
    const { shown } = shared
    if (!hit || !version || !shown) return
    const anchor = pinAnchor(hit, version.deliverableId, shown.workId)
    const body = { ...anchor, text: t(`scene.pin.${which}`), change: which === 'wrong' }
    void pin.run({ params: { id: version.milestone.id }, body })
  }

  function talk() {
    setTalking(true)
    setSaid(undefined)
  }

  function actInMenu(actionId: string) {
    const [kind, name = ''] = actionId.split(':')
    if (kind === 'mute') session.mute(!muted)
    if (kind === 'go') stage?.joinPerson(Number(name))
    if (kind === 'approve') approving.to('asked')
    if (kind === 'changes') changes.open()
    if (kind === 'chat') talk()
    if (kind === 'tool') chooseTool(roomTools.find((one) => one === name) ?? 'look')
    if (kind !== 'mute' && kind !== 'go') setMenu(false)
  }

  function act(panelId: string, actionId: string) {
    if (panelId === 'menu') actInMenu(actionId)
    else if (panelId === 'said') setSaid(undefined)
    else if (panelId === 'changes') changes.act(actionId)
    else if (panelId === 'chat' && chat) setTalking(answerInChat(actionId, chat, t))
    else if (panelId === 'gathered') {
      if (actionId === 'go' && gathered) stage?.joinPerson(gathered.slot)
      setGathered(undefined)
    } else if (panelId === 'pin') {
      const which = quick.find((one) => `say:${one}` === actionId)
      if (which) say(which)
      else takeHit()
    } else if (panelId === 'approve') {
      if (actionId === 'sure') approving.to('sure')
      else if (actionId === 'release') void release()
      else if (actionId === 'confirm' || actionId === 'page') confirm.act(actionId)
      else approving.to(undefined)
    }
  }

  return { act }
}
