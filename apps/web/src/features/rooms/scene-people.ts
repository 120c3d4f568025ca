import { type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { peopleOf } from './people-inside.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'

/** What one may do with people, beyond what the room's line and voices do by themselves. */
export type WithPeople = {
  readonly me: string | undefined
  readonly following: number | undefined
  readonly follow: (slot: number | undefined) => void
  readonly speaking: ReadonlySet<number>
  readonly volume: (personId: string) => number
  readonly setVolume: (personId: string, volume: number) => void
  readonly gather: () => void
  readonly silence: (personId: string, silenced: boolean) => void
  readonly makeHost: (personId: string, host: boolean) => void
  readonly remove: (personId: string) => void
}

const loudest = 2

/** Who is here, one row each. */
export function peoplePanel(scene: SceneNow, people: WithPeople): ScenePanel {
  const { t, line, mayHost } = scene
  const all = peopleOf(line.members)
  const rows = all.map(({ first, devices }): PanelRow => {
    const mine = first.personId === people.me
    const speaks = devices.some(({ slot, muted, silenced }) => people.speaking.has(slot) && !muted && !silenced)
    const quiet = first.silenced ? t('people.silenced') : devices.every(({ muted }) => muted) && t('people.muted')
    const says = speaks ? t('people.speaking') : quiet
    const what = [t(`people.${first.role}`), ...devices.map(({ device }) => t(`device.${device}`))]
    return {
      id: first.personId,
      text: first.label,
      detail: (mine ? [t('people.you'), ...what] : what).join(' · '),
      ...(says ? { value: says } : {}),
      ...(speaks ? { tone: 'success' } : {}),
      ...(mine ? {} : { action: `to:person/${first.personId}` }),
    }
  })
  const gather = { id: 'gather', label: t('people.gather'), look: 'plain' } as const
  return behind(
    scene,
    {
      id: 'people',
      title: t('tab.people'),
      lead: t('people.here', { count: all.length }),
      rows,
      actions: mayHost ? [gather] : [],
    },
    { gather: people.gather },
  )
}

/** What one may do with somebody; `sure` asks once more before they are taken out. */
export function personPanel(scene: SceneNow, people: WithPeople, personId: string, sure: boolean): ScenePanel {
  const { t, line, room, stage, mayHost, format, go } = scene
  const somebody = peopleOf(line.members).find(({ first }) => first.personId === personId)
  if (!somebody) return behind(scene, { id: 'person', title: t('scene.people.gone'), rows: [] })
  const { slot, label: name, silenced, role } = somebody.first
  const model = { id: `person/${personId}`, title: name }
  if (sure) {
    const remove = { id: 'remove', label: t('people.remove', { name }), look: 'danger' } as const
    const asked = { ...model, title: t('people.remove.title', { name }), lead: t('people.remove.text') }
    return behind(scene, { ...asked, rows: [], actions: [remove] }, { remove: () => people.remove(personId) })
  }
  const party = room.people.some((one) => one.person.id === personId && one.party !== null)
  const follows = people.following === slot
  const volume = people.volume(personId)
  const act = (id: string, text: string): PanelRow => ({ id, text, action: id })
  const rows = [
    act('go', t('people.go', { name })),
    { ...act('follow', t(follows ? 'people.unfollow' : 'people.follow', { name })), chosen: follows },
    {
      id: 'volume',
      text: t('scene.people.volume'),
      value: format.percent(volume),
      buttons: [
        { id: 'louder:-0.25', label: '−', disabled: volume <= 0 },
        { id: 'louder:0.25', label: '+', disabled: volume >= loudest },
      ],
    },
    ...(mayHost ? hosting(scene, { name, silenced, role }, party, act) : []),
  ]
  return behind(
    scene,
    { ...model, rows },
    {
      go: () => stage?.joinPerson(slot),
      follow: () => people.follow(follows ? undefined : slot),
      louder: (by) => people.setVolume(personId, Math.min(loudest, Math.max(0, volume + Number(by)))),
      silence: () => people.silence(personId, !silenced),
      role: () => people.makeHost(personId, role !== 'host'),
      ask: () => go.to(`person/${personId}/sure`),
    },
  )
}

/** For hosts; whose project it is stays a host and inside. */
function hosting(
  { t }: SceneNow,
  { name, silenced, role }: Pick<RoomMember, 'silenced' | 'role'> & { name: string },
  party: boolean,
  act: (id: string, text: string) => PanelRow,
): PanelRow[] {
  const silence = act('silence', t(silenced ? 'people.unsilence' : 'people.silence', { name }))
  if (party) return [silence]
  const other = role === 'host' ? 'guest' : 'host'
  const remove = { ...act('ask', t('people.remove', { name })), tone: 'error' as const }
  return [silence, act('role', t(`people.make-${other}`, { name })), remove]
}
