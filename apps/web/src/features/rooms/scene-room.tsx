import { type Room, type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { nothingTyped, type Typing } from '@veranda/core/rooms/panel-keys.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { type ComponentType, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useLengths } from '../../lib/format-length.ts'
import { currentLanguage, directionOf } from '../../lib/language.ts'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { type RoomHit, type RoomStage, type RoomTool } from '../../parts/room-stage.ts'
import { type Write } from './changes.ts'
import { useComfort } from './comfort.ts'
import { peopleOf } from './people-inside.ts'
import { type LineState } from './room-line.ts'
import { type RoomSession } from './room-session.ts'
import { type SceneChatTold } from './scene-chat-panel.ts'
import { keyboardPanel } from './scene-keyboard.ts'
import { menuPanel } from './scene-menu.ts'
import { type SceneNow, type ScenePanel, type Wish } from './scene-now.ts'
import { panelAt } from './scene-stop.ts'
import { toldPanel } from './scene-told.ts'
import { useSceneApproval } from './use-scene-approval.ts'
import { useSceneCards } from './use-scene-cards.ts'
import { useSceneChanges } from './use-scene-changes.ts'
import { useScenePeople } from './use-scene-people.ts'
import { useScenePins } from './use-scene-pins.ts'
import { useSceneTold } from './use-scene-told.ts'
import { type SharedStage } from './use-shared-stage.ts'

/** What the stage and the room tell the panels. */
export type SceneHandle = {
  readonly act: (panelId: string, actionId: string) => void
  readonly menu: () => void
  readonly openPin: (id: string) => void
  /** Somebody asks all to come. */
  readonly gathered: (by: { slot: number; name: string }) => void
  readonly say: (text: string) => void
  /** A note, a length or a thing was pressed. */
  readonly pressed: () => void
}

type Props = {
  handle: Ref<SceneHandle>
  /** The menu was called before this was there. */
  called: boolean
  inside: boolean
  room: Room
  session: RoomSession
  stage: RoomStage | undefined
  line: LineState
  shared: SharedStage
  versions: readonly RoomVersion[]
  mayHost: boolean
  write: Write
  tool: RoomTool
  chooseTool: (tool: RoomTool) => void
  hit: RoomHit | undefined
  takeHit: () => void
  following: number | undefined
  follow: (slot: number | undefined) => void
  /** Tells the chat of the project; nothing where there is no project to talk in. */
  projectId: string | undefined
  SceneChat: ComponentType<{ projectId: string; onChat: (told: SceneChatTold) => void }>
}

/** Everything the page offers, as panels in the scene of whoever wears a headset. */
export function SceneRoom(props: Props) {
  const { handle, inside, room, session, stage, line, shared, versions, mayHost, write, hit, projectId } = props
  const t = useWords('rooms')
  const format = useFormat()
  const lengths = useLengths()
  const comfort = useComfort()
  const muted = useStore(session.muted)
  const { status } = useStore(session.microphone.state)
  const { values } = useStore(session.log.state)
  /** From the menu to what is in sight. */
  const [way, setWay] = useState<readonly string[]>(props.called ? ['menu'] : [])
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const [writing, setWriting] = useState<{ wish: Wish; typing: Typing }>()
  const [said, setSaid] = useState<{ text: string; undo: (() => void) | undefined }>()
  /** The newer version whose coming was put away. */
  const [heard, setHeard] = useState<string>()
  const [gathered, setGathered] = useState<{ slot: number; name: string }>()
  const [chat, setChat] = useState<SceneChatTold>()
  const language = currentLanguage()
  const base = { direction: directionOf(language), language }
  const stop = way.at(-1)

  function go(next: readonly string[]) {
    setWay(next)
    setPages({})
  }

  const say = (text: string, undo?: () => void) => setSaid({ text, undo })

  const scene: SceneNow = {
    base,
    t,
    format,
    lengths,
    tolerance: shared.tolerance,
    room,
    stage,
    line,
    shared,
    values,
    versions,
    mayHost,
    write,
    go: { to: (next) => go([...way, next]), back: () => go(way.slice(0, -1)), close: () => go([]) },
    type: (wish) => setWriting({ wish, typing: nothingTyped }),
    say,
  }

  const openPin = (id: string) => {
    go(['menu', 'pins', `pin/${id}`])
    const places = pins.pins.find((pin) => pin.id === id)?.places
    const view = places?.find(({ deliverableId }) => deliverableId === shared.version?.deliverableId)?.view
    if (view) stage?.goTo(view)
  }
  const opened = stop?.startsWith('pin/') ? stop.slice('pin/'.length) : undefined
  const point = () => {
    props.chooseTool('pin')
    go([])
  }
  const pins = useScenePins({ scene, inside, hit, takeHit: props.takeHit, opened, open: openPin, point })
  const approval = useSceneApproval(scene)
  const changes = useSceneChanges(shared.version, (count) => say(t('scene.changes.sent', { count })))
  const { following, follow } = props
  const gone = () => go(['menu', 'people'])
  const people = useScenePeople({ roomId: room.id, session, following, follow, say, gone })
  const told = useSceneTold(scene, inside && stop === 'told')
  const dropCard = useSceneCards(stage, inside)

  const menu = () =>
    menuPanel(scene, {
      tool: props.tool,
      chooseTool: props.chooseTool,
      muted,
      silenced: line.slot !== undefined && line.members.get(line.slot)?.silenced === true,
      listening: status === 'on',
      listen: () => void session.microphone.ask(),
      mute: (next) => session.mute(next),
      people: peopleOf(line.members).length,
      openPins: shared.version?.pins.filter(({ state }) => state === 'open').length ?? 0,
      chat: chat !== undefined,
      approve: approval.offered?.number,
      changes: shared.version?.may.requestChanges === true,
      ask: {
        approve: () => {
          go([])
          approval.open()
        },
        changes: () => {
          go([])
          changes.open()
        },
      },
    })

  /** What asks for an answer before the person; the menu makes way for it. */
  function front(): ScenePanel | undefined {
    if (writing) {
      const set = (typing: Typing) => setWriting({ ...writing, typing })
      return keyboardPanel(scene, { ...writing, set, end: () => setWriting(undefined) })
    }
    return approval.panel() ?? pins.fresh() ?? changes.panel(base)
  }

  function left(): ScenePanel | undefined {
    if (stop === undefined) return undefined
    return panelAt(stop, scene, { people, chat, comfort, menu, pins: pins.list, thread: pins.thread, told })
  }

  const right = () =>
    toldPanel(scene, {
      gathered,
      putAway: () => setGathered(undefined),
      said,
      silence: () => setSaid(undefined),
      newer: shared.newer?.deliverableId === heard ? undefined : shared.newer,
      hear: setHeard,
    })

  const shown = inside ? [front() ?? left(), right()].filter((one) => one !== undefined) : []
  const models = shown.map(({ model }) => {
    const page = pages[model.id] ?? model.page
    return page === undefined ? model : { ...model, page }
  })
  const drawn = JSON.stringify(models)
  useEffect(() => {
    // Drawn anew only when something in them changed.
    stage?.setPanels(JSON.parse(drawn) as PanelModel[])
  }, [stage, drawn])

  useImperativeHandle(handle, () => ({
    act(panelId, actionId) {
      const one = shown.find(({ model }) => model.id === panelId)
      if (!one) dropCard(panelId)
      else if (actionId.startsWith('page:')) setPages({ ...pages, [panelId]: Number(actionId.slice('page:'.length)) })
      else one.act(actionId)
    },
    // From another panel it leads back to the menu, and from there it puts all away.
    menu: () => go(way.length === 1 ? [] : ['menu']),
    openPin,
    gathered: setGathered,
    say,
    pressed: () => go(['menu', 'work', 'work/things']),
  }))

  if (!inside || projectId === undefined) return null
  return <props.SceneChat projectId={projectId} onChat={setChat} />
}
