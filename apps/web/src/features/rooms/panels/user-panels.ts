import { type PanelRow } from '../../../lib/panels/panel-model.ts'
import { type ConnectedUser, type ConnectedUsers, voiceVolume } from '../presence/use-connected-users.ts'
import { childPanel, type PanelContext, type ScenePanel } from './panel-context.ts'

type UserInScene = Pick<ConnectedUser, 'userId' | 'name'>

/** Returns everyone inside; removing someone leads to a panel that asks first. */
function listUsers({ navigate }: PanelContext, users: Pick<ConnectedUsers, 'list'>): ConnectedUser[] {
  return users.list(({ userId }: UserInScene) => navigate.to(`user/${userId}/sure`))
}

/** Builds the list of users inside. */
export function usersPanel(context: PanelContext, users: ConnectedUsers): ScenePanel {
  const { t } = context
  const inside = listUsers(context, users)
  const rows = inside.map(({ userId, name, details, isSelf, isSpeaking, voice }): PanelRow => {
    return {
      id: userId,
      text: name,
      detail: details,
      ...(voice === 'open' ? {} : { value: t(`users.${voice}`) }),
      ...(isSpeaking ? { tone: 'success' } : {}),
      ...(isSelf ? {} : { action: `to:user/${userId}` }),
    }
  })
  const { gather } = users
  return childPanel(
    context,
    {
      id: 'users',
      title: t('tab.users'),
      lead: t('users.here', { count: inside.length }),
      rows,
      actions: gather ? [{ id: 'gather', label: t('users.gather'), look: 'plain' }] : [],
    },
    gather ? { gather } : {},
  )
}

/** Builds the panel of one user; `confirming` asks before they are removed. */
export function userPanel(
  context: PanelContext,
  users: ConnectedUsers,
  userId: string,
  confirming: boolean,
): ScenePanel {
  const { t, format, navigate } = context
  const user = listUsers(context, users).find((one) => one.userId === userId)
  if (!user) return childPanel(context, { id: 'user', title: t('scene.users.gone'), rows: [] })
  const { name, actions } = user
  const model = { id: `user/${userId}`, title: name }
  if (confirming) {
    const remove = { id: 'remove', label: t('users.remove', { name }), look: 'danger' } as const
    const confirmation = { ...model, title: t('users.remove.title', { name }), lead: t('users.remove.text') }
    return childPanel(
      context,
      { ...confirmation, rows: [], actions: [remove] },
      { remove: () => void users.remove(user).then((removed) => removed && navigate.toMenu('users')) },
    )
  }
  const volume = users.volumeOf(userId)
  const { min, max, pressStep } = voiceVolume
  const volumeRow: PanelRow = {
    id: 'volume',
    text: t('scene.users.volume'),
    value: format.percent(volume),
    buttons: [
      { id: `louder:-${pressStep}`, label: '−', disabled: volume <= min },
      { id: `louder:${pressStep}`, label: '+', disabled: volume >= max },
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
      louder: (by) => users.setVolume(userId, volume + Number(by)),
    },
  )
}
