import { type PanelRow } from '../../../lib/panels/panel-model.ts'
import { type People, type Person } from '../presence/use-people.ts'
import { childPanel, type PanelContext, type ScenePanel } from './panel-context.ts'

const maxVolume = 2

type PersonInScene = Pick<Person, 'userId' | 'name'>

/** Returns everyone inside; removing someone leads to a panel that asks first. */
function listPeople({ navigate }: PanelContext, people: Pick<People, 'list'>): Person[] {
  return people.list(({ userId }: PersonInScene) => navigate.to(`user/${userId}/sure`))
}

/** Builds the list of users inside. */
export function usersPanel(context: PanelContext, people: People): ScenePanel {
  const { t } = context
  const inside = listPeople(context, people)
  const rows = inside.map(({ userId, name, details, isSelf, isSpeaking, voice }): PanelRow => {
    return {
      id: userId,
      text: name,
      detail: details,
      ...(voice === 'open' ? {} : { value: t(`people.${voice}`) }),
      ...(isSpeaking ? { tone: 'success' } : {}),
      ...(isSelf ? {} : { action: `to:user/${userId}` }),
    }
  })
  const { gather } = people
  return childPanel(
    context,
    {
      id: 'people',
      title: t('tab.people'),
      lead: t('people.here', { count: inside.length }),
      rows,
      actions: gather ? [{ id: 'gather', label: t('people.gather'), look: 'plain' }] : [],
    },
    gather ? { gather } : {},
  )
}

/** Builds the panel of one user; `confirming` asks before they are removed. */
export function userPanel(context: PanelContext, people: People, userId: string, confirming: boolean): ScenePanel {
  const { t, format, navigate } = context
  const person = listPeople(context, people).find((one) => one.userId === userId)
  if (!person) return childPanel(context, { id: 'user', title: t('scene.people.gone'), rows: [] })
  const { name, actions } = person
  const model = { id: `user/${userId}`, title: name }
  if (confirming) {
    const remove = { id: 'remove', label: t('people.remove', { name }), look: 'danger' } as const
    const confirmation = { ...model, title: t('people.remove.title', { name }), lead: t('people.remove.text') }
    return childPanel(
      context,
      { ...confirmation, rows: [], actions: [remove] },
      { remove: () => void people.remove(person).then((removed) => removed && navigate.toMenu('people')) },
    )
  }
  const volume = people.volumeOf(userId)
  const volumeRow: PanelRow = {
    id: 'volume',
    text: t('scene.people.volume'),
    value: format.percent(volume),
    buttons: [
      { id: 'louder:-0.25', label: '−', disabled: volume <= 0 },
      { id: 'louder:0.25', label: '+', disabled: volume >= maxVolume },
    ],
  }
  const actionRows = actions.map(({ id, label, chosen }): PanelRow => {
    return { id, text: label, action: id, ...(chosen ? { chosen } : {}), ...(id === 'remove' ? { tone: 'error' } : {}) }
  })
  const handlers = Object.fromEntries(actions.map(({ id, run }) => [id, run]))
  return childPanel(
    context,
    { ...model, rows: actionRows.toSpliced(2, 0, volumeRow) },
    {
      ...handlers,
      louder: (by) => people.setVolume(userId, Math.min(maxVolume, Math.max(0, volume + Number(by)))),
    },
  )
}
