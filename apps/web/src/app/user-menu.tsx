import { logout } from '@veranda/contract/accounts/routes.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { outcomeOf } from '../lib/command.ts'
import { forgetSession, useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { snackbars } from '../parts/notices.ts'
import { useProblemText } from '../parts/problem-text.ts'
import styles from './top-bar.module.css'

export function UserMenu() {
  const t = useWords('shell')
  const c = useWords('common')
  const textOf = useProblemText()
  const { user } = useSession()
  const name = user?.firstName || t('user.default')
  const role = user?.role ? c(`role.${user.role}`) : c('role.none')

  async function signOut() {
    const outcome = await outcomeOf(logout, {})
    // A session that the server no longer knows is as good as ended.
    if (outcome.ok || outcome.problem.status === 401) forgetSession('left')
    else snackbars.add({ title: textOf(outcome.problem), tone: 'error' })
  }

  const who = (
    <div className={styles.who}>
      <Avatar name={name} src={user?.avatar} size="medium" />
      <div className={styles.whoText}>
        <span className={styles.whoName}>{name}</span>
        <span className={styles.whoDetail}>{user?.email}</span>
        <span className={styles.whoDetail}>{role}</span>
      </div>
    </div>
  )

  return (
    <Menu
      label={t('user', { name })}
      head={who}
      items={[
        { id: 'profile', label: t('user.profile'), icon: 'user', href: '/profile' },
        { id: 'settings', label: t('user.settings'), icon: 'settings', href: '/settings' },
        'line',
        { id: 'logout', label: t('user.logout'), icon: 'logout', onPress: () => void signOut() },
      ]}
    >
      {(trigger) => (
        <button type="button" {...trigger} className={styles.user} aria-label={t('user', { name })}>
          <Avatar name={user?.firstName || user?.email || name} src={user?.avatar} />
        </button>
      )}
    </Menu>
  )
}
