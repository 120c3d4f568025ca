import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { type RoomTool } from '../../parts/room-stage.ts'
import { ownTools } from './own-tools.ts'
import { acting, type SceneNow, type ScenePanel } from './scene-now.ts'

type Given = {
  tool: RoomTool
  chooseTool: (tool: RoomTool) => void
  /** The microphone is on. */
  listening: boolean
  listen: () => void
  muted: boolean
  silenced: boolean
  mute: (muted: boolean) => void
  people: number
  openPins: number
  chat: boolean
  /** The number of the version that can be approved, and whether changes can be asked for. */
  approve: number | undefined
  changes: boolean
  ask: { approve: () => void; changes: () => void }
}

/** Everything there is in the room, one press away. */
export function menuPanel(scene: SceneNow, given: Given): ScenePanel {
  const { base, t, format, room, shared, stage, mayHost, go } = scene
  const { tool, chooseTool, listening, listen, muted, silenced, mute, people, openPins, chat, approve, changes, ask } =
    given
  const { version } = shared
  const off = listening ? (muted ? 'dock.unmute' : 'dock.mute') : 'dock.microphone'
  const voice = silenced ? 'dock.silenced' : off
  const way = (stop: string, text: string, value?: string): PanelRow => ({
    id: stop,
    text,
    action: `to:${stop}`,
    ...(value === undefined ? {} : { value }),
  })
  const offered = ownTools(mayHost, version?.may.pin === true)
  const tools: PanelRow[] = mayHost
    ? [
        {
          id: 'tools',
          text: '',
          buttons: offered.map((name) => ({ id: `tool:${name}`, label: t(`tool.${name}`), chosen: name === tool })),
        },
      ]
    : []
  const rows = [
    ...tools,
    way('work', t('tab.work'), version && t('work.version', { number: version.number })),
    way('pins', t('tab.pins'), openPins > 0 ? t('scene.pins.open', { count: openPins }) : undefined),
    way('people', t('tab.people'), format.number(people)),
    ...(chat ? [way('chat', t('tab.chat'))] : []),
    way('told', t('scene.told')),
    way('comfort', t('scene.comfort')),
  ]
  return {
    model: {
      ...base,
      id: 'menu',
      title: t('scene.menu'),
      lead: room.title,
      side: 'left',
      rows,
      actions: [
        {
          id: 'mute',
          label: t(voice),
          look: 'plain',
          disabled: silenced,
        },
        { id: 'fit', label: t('dock.follow-work'), look: 'plain' },
        ...(approve === undefined
          ? []
          : [{ id: 'approve', label: t('decide.approve', { number: approve }), look: 'filled' } as const]),
        ...(changes ? [{ id: 'changes', label: t('decide.changes'), look: 'plain' } as const] : []),
        { id: 'leave', label: t('dock.headset.leave'), look: 'plain' },
        { id: 'close', label: t('scene.close'), look: 'plain' },
      ],
    },
    act: acting({
      to: go.to,
      tool: (name) => {
        chooseTool(offered.find((one) => one === name) ?? 'look')
        go.close()
      },
      mute: () => (listening ? mute(!muted) : listen()),
      fit: () => stage?.fit(),
      approve: ask.approve,
      changes: ask.changes,
      leave: () => void stage?.leaveHeadset(),
      close: go.close,
    }),
  }
}
