import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { listRoomWorks } from '@veranda/contract/rooms/routes.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { type HeadsetState, type RoomHit, type RoomPin, type RoomTool } from '../../parts/room-stage.ts'
import { snackbars } from '../../parts/notices.ts'
import { useSession } from '../../lib/session.ts'
import { Dock } from './dock.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { type RoomApi } from './room-api.ts'
import { RoomBanners } from './room-banners.tsx'
import { type RoomSession } from './room-session.ts'
import { RoomTabs, type RoomTab } from './room-tabs.tsx'
import { type SceneChatTold } from './scene-chat-panel.ts'
import { useScenePanels } from './scene-panels.ts'
import { StageFrame } from './stage-frame.tsx'
import { useSceneCards } from './use-scene-cards.ts'
import { useAnnouncements } from './use-announcements.ts'
import { useLine } from './use-room-session.ts'
import { useSharedStage } from './use-shared-stage.ts'
import { useStage } from './use-stage.ts'
import { WorkPanel } from './work-panel.tsx'
import styles from './room.module.css'

type Props = {
  room: Room
  session: RoomSession
  headset: boolean
  onLeave: () => void
  /** What other features show here. */
  slots: {
    Pins: ComponentType<{ api: RoomApi }>
    Decide: ComponentType<{ api: RoomApi }>
    Chat: ComponentType<{ projectId: string }>
    SceneChat: ComponentType<{ projectId: string; onChat: (told: SceneChatTold) => void }>
  }
}

/** Inside: the stage, and beside it the same in words for keyboard, ears and small screens. */
export function RoomView({ room, session, headset, onLeave, slots }: Props) {
  const t = useWords('rooms')
  const host = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<RoomTab>('people')
  const [tool, setTool] = useState<RoomTool>('look')
  const [hit, setHit] = useState<RoomHit>()
  const [pressedPin, setPressedPin] = useState<string>()
  const [pins, setPins] = useState<readonly RoomPin[]>([])
  const [pointed, setPointed] = useState<string>()
  const [following, setFollowing] = useState<number>()
  const [worn, setWorn] = useState<HeadsetState>('none')
  const [menu, setMenu] = useState(false)
  const [chat, setChat] = useState<SceneChatTold>()
  const [said, setSaid] = useState<string>()
  const [gathered, setGathered] = useState<{ slot: number; name: string }>()
  const { user } = useSession()
  const line = useLine(session)
  const log = useStore(session.log.state)
  const { data: works } = useRead(listRoomWorks, { params: { id: room.id } })
  const versions = works?.items
  const keys = useId()
  const me = line.slot === undefined ? undefined : line.members.get(line.slot)
  const role = me?.role ?? room.role
  const mayHost = role === 'host'

  const { stage, state, quality } = useStage(host, {
    pose: (frame) => session.line.sendPose(frame as Uint8Array<ArrayBuffer>),
    pin: (place) => {
      setHit(place)
      setTab('pins')
      chooseTool('look')
    },
    openPin: (id) => {
      setPressedPin(id)
      setTab('pins')
    },
    pressed: () => setTab('work'),
    place: (placement, when) => {
      if (when === 'drag') session.line.say({ name: 'drag', key: 'placement', placement })
      else void write('placement', placement)
    },
    hold: (key) => session.line.say({ name: 'hold', key }),
    letGo: (key) => session.line.say({ name: 'let-go', key }),
    stroke: (color, points) => void write(`stroke:${crypto.randomUUID()}`, { color, points }),
    measure: (from, to) => {
      const workId = shared.shown?.workId
      if (workId) void write(`measure:${crypto.randomUUID()}`, { workId, from, to })
    },
    pointedAt: setPointed,
    action: (panelId, actionId) => {
      if (actionId === 'close') dropCard(panelId)
      scene.act(panelId, actionId)
    },
    menu: () => setMenu((open) => !open),
    headset: setWorn,
    progress: () => undefined,
    compared: () => undefined,
    unfollowed: () => setFollowing(undefined),
  })
  const light = quality === 'light' || worn === 'inside'
  const shared = useSharedStage({ stage, session, log, versions, mayHost, pins, light })
  const dropCard = useSceneCards(stage, worn === 'inside')
  useAnnouncements({
    session,
    me: line.slot,
    newer: shared.newer,
    versions,
    onGo: (slot) => stage?.joinPerson(slot),
    onGathered: setGathered,
    onApproved: setSaid,
  })

  async function write(key: string, value: Parameters<typeof session.log.set>[1]) {
    const problem = await session.log.set(key, value)
    if (problem) snackbars.add({ title: problem.message || t('failed'), tone: 'error' })
  }

  function chooseTool(next: RoomTool) {
    setTool(next)
    stage?.setTool(next)
  }

  function follow(slot: number | undefined) {
    setFollowing(slot)
    stage?.follow(slot)
  }

  const api: RoomApi = {
    version: shared.version,
    workId: shared.shown?.workId,
    stage,
    // In a headset a panel of the scene asks for the words.
    hit: worn === 'inside' ? undefined : hit,
    takeHit: () => setHit(undefined),
    pressedPin,
    setPins,
    showPins: () => setTab('pins'),
  }
  const { Pins, Decide, Chat, SceneChat } = slots
  const projectId = shared.version?.projectId
  const openPins = shared.version?.pins.filter((pin) => pin.state === 'open').length ?? 0
  const scene = useScenePanels({
    room,
    session,
    stage,
    line,
    shared,
    menu,
    setMenu,
    tool,
    chooseTool,
    worn,
    mayHost,
    hit,
    takeHit: api.takeHit,
    gathered,
    setGathered,
    said,
    setSaid,
    chat,
  })

  useEffect(() => {
    session.attach(stage)
    return () => session.attach(undefined)
  }, [session, stage])
  useEffect(() => session.line.onBatch((batch) => stage?.hear(batch)), [session, stage])
  useEffect(() => {
    if (line.slot !== undefined) stage?.setMe(line.slot)
    stage?.setMembers([...line.members.values()])
  }, [stage, line.slot, line.members])
  useEffect(() => stage?.held(line.holds.get('placement')), [stage, line.holds])
  useEffect(
    () =>
      session.line.onTell((told) => {
        if (told.name === 'drag') stage?.dragged(told.placement)
      }),
    [session, stage],
  )

  return (
    <div className={styles.room}>
      <VisuallyHidden>
        <h1>{room.title}</h1>
      </VisuallyHidden>
      {worn === 'inside' && projectId !== undefined && <SceneChat projectId={projectId} onChat={setChat} />}
      <div className={styles.main}>
        <RoomBanners line={line} following={following} onUnfollow={() => follow(undefined)} />
        <StageFrame
          host={host}
          stage={stage}
          state={state}
          tool={tool}
          onTool={chooseTool}
          keys={keys}
          failed={shared.failed}
          empty={versions?.length === 0}
        />
        <Dock
          room={room}
          session={session}
          stage={stage}
          tool={tool}
          onTool={chooseTool}
          mayHost={mayHost}
          silenced={me?.silenced === true}
          wantsHeadset={headset}
          worn={worn}
          onLeave={onLeave}
        />
        <p className={styles.pointed} aria-live="polite">
          {pointed === undefined ? ' ' : t('work.pointed', { part: pointed })}
        </p>
      </div>
      <aside className={styles.side} aria-label={t('tabs')}>
        <Decide api={api} />
        <RoomTabs
          tab={tab}
          onTab={setTab}
          people={new Set(Array.from(line.members.values(), ({ personId }) => personId)).size}
          openPins={openPins}
          chat={projectId !== undefined && <Chat projectId={projectId} />}
          pins={<Pins api={api} />}
          work={
            <WorkPanel
              stage={stage}
              session={session}
              shared={shared}
              versions={versions ?? []}
              mayHost={mayHost}
              write={write}
            />
          }
        >
          <PeoplePanel
            room={room}
            session={session}
            stage={stage}
            userId={user?.id}
            mayHost={mayHost}
            following={following}
            onFollow={follow}
          />
        </RoomTabs>
      </aside>
    </div>
  )
}
