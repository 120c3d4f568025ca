import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { listRoomWorks } from '@veranda/contract/rooms/routes.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ComponentType, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { type HeadsetState, type RoomHit, type RoomPin } from '../../parts/room-stage.ts'
import { useSession } from '../../lib/session.ts'
import { showing, staging } from './changes.ts'
import { Dock } from './dock.tsx'
import { formerInSight } from './in-sight.ts'
import { PeoplePanel } from './people-panel.tsx'
import { type RoomApi } from './room-api.ts'
import { RoomBanners } from './room-banners.tsx'
import { type RoomSession } from './room-session.ts'
import { RoomTabs, type RoomTab } from './room-tabs.tsx'
import { type SceneChatTold } from './scene-chat-panel.ts'
import { type SceneHandle } from './scene-room.tsx'
import { StageFrame } from './stage-frame.tsx'
import { useAnnouncements } from './use-announcements.ts'
import { usePressedPin } from './use-pressed-pin.ts'
import { useLine } from './use-room-session.ts'
import { useSharedStage } from './use-shared-stage.ts'
import { useStage } from './use-stage.ts'
import { useStageLine } from './use-stage-line.ts'
import { useTool } from './use-tool.ts'
import { useWriting } from './use-writing.ts'
import { WorkPanel } from './work-panel.tsx'
import styles from './room.module.css'

/** Only who puts a headset on needs the panels of its scene. */
const LazyScene = lazy(() => import('./scene-room.tsx').then((module) => ({ default: module.SceneRoom })))

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
  const [hit, setHit] = useState<RoomHit>()
  const [pins, setPins] = useState<readonly RoomPin[]>([])
  const [pointed, setPointed] = useState<string>()
  const [following, setFollowing] = useState<number>()
  const [worn, setWorn] = useState<HeadsetState>('none')
  /** A headset is at hand: its panels are fetched before it is worn, and what is begun in them stays. */
  const [equipped, setEquipped] = useState(false)
  /** The menu was called before its panels were there. */
  const [called, setCalled] = useState(false)
  const scene = useRef<SceneHandle>(null)
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
      press(id)
      setTab('pins')
      scene.current?.openPin(id)
    },
    pressed: () => {
      setTab('work')
      scene.current?.pressed()
    },
    place: (placement, when) => {
      if (when === 'drag') session.line.say({ name: 'drag', key: 'placement', placement })
      else void putDown(placement)
    },
    hold: (key) => session.line.say({ name: 'hold', key }),
    letGo: (key) => session.line.say({ name: 'let-go', key }),
    stroke: (color, points) => void write<'stroke'>(`stroke:${crypto.randomUUID()}`, { color, points }),
    measure: (from, to, normal) => {
      const workId = shared.shown?.workId
      if (workId) void write<'measure'>(`measure:${crypto.randomUUID()}`, { workId, from, to, normal })
    },
    pointedAt: setPointed,
    action: (panelId, actionId) => scene.current?.act(panelId, actionId),
    menu: () => (scene.current ? scene.current.menu() : setCalled(true)),
    headset: setWorn,
    progress: () => undefined,
    compared: () => undefined,
    unfollowed: () => setFollowing(undefined),
    formerPressed: () => say(t('work.former', { number: former?.number ?? 0 })),
  })
  const { say, write, putDown } = useWriting(session, stage, scene)
  const light = quality === 'light' || worn === 'inside'
  const shared = useSharedStage({ stage, session, log, versions, mayHost, pins, light })
  const { pressedPin, press } = usePressedPin(shared.version?.deliverableId)
  const mayPin = shared.version?.may.pin === true
  const { tool, chooseTool } = useTool(stage, mayHost, mayPin)
  const former = formerInSight(shared.shown, versions)
  useAnnouncements({
    session,
    me: line.slot,
    newer: shared.newer,
    versions,
    onGo: (slot) => stage?.joinPerson(slot),
    onGathered: (by) => scene.current?.gathered(by),
    onApproved: (said) => scene.current?.say(said),
  })

  function follow(slot: number | undefined) {
    setFollowing(slot)
    stage?.follow(slot)
  }

  function show(deliverableId: string) {
    if (former && shared.version?.deliverableId === deliverableId) {
      return mayHost ? () => void write<'stage'>('stage', staging({ flipped: false })) : undefined
    }
    const other = versions?.find((one) => one.deliverableId === deliverableId)
    const work = other?.works[0]
    return mayHost && other && work ? () => void write<'stage'>('stage', showing(other, work.id)) : undefined
  }

  const api: RoomApi = {
    version: shared.version,
    former,
    workId: shared.shown?.workId,
    stage,
    // In a headset a panel of the scene asks for the words.
    hit: worn === 'inside' ? undefined : hit,
    takeHit: () => setHit(undefined),
    pressedPin,
    setPins,
    show,
    showPins: () => setTab('pins'),
  }
  const { Pins, Decide, Chat, SceneChat } = slots
  // A guest of the room has no part in the project's talk.
  const party = room.people.some(({ person, party: of }) => person.id === user?.id && of !== null)
  const projectId = party ? (room.project?.id ?? shared.version?.projectId) : undefined
  const openPins = shared.version?.pins.filter((pin) => pin.state === 'open').length ?? 0

  // The lobby may have been scrolled; the stage is above.
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  useStageLine(stage, session, line)
  useEffect(() => void stage?.canEnterHeadset().then(setEquipped), [stage])

  const seen = { room, session, stage, line, shared, mayHost, write }
  const inScene = { ...seen, tool, chooseTool, hit, following, follow, projectId, SceneChat }
  return (
    <div className={styles.room}>
      <VisuallyHidden>
        <h1>{room.title}</h1>
      </VisuallyHidden>
      {equipped && (
        <Suspense>
          <LazyScene
            {...inScene}
            handle={scene}
            called={called}
            inside={worn === 'inside'}
            versions={versions ?? []}
            takeHit={api.takeHit}
          />
        </Suspense>
      )}
      <div className={styles.main}>
        <RoomBanners session={session} line={line} following={following} onUnfollow={() => follow(undefined)} />
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
          mayPin={mayPin}
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
          {pointed === undefined ? null : t('work.pointed', { part: pointed })}
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
