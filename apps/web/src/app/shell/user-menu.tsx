import { logout } from '@veranda/contract/accounts/routes.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { runCommand } from '../../lib/api/use-command.ts'
import { beginSignOut, clearSession, useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { snackbars } from '../../components/toasts.ts'
import { useProblemText } from '../../components/use-problem-text.ts'
import styles from './top-bar.module.css'

export function UserMenu() {
  const t = useTranslations('shell')
  const c = useTranslations('common')
  const textOf = useProblemText()
  const { user } = useSession()
  const name = user?.firstName || t('user.default')
  const role = user?.role ? c(`role.${user.role}`) : c('role.none')

  async function signOut() {
    const cancelSignOut = beginSignOut()
    const outcome = await runCommand(logout, {})
    // A session unknown to the server is already signed out.
    if (outcome.ok || outcome.problem.status === 401) clearSession('left')
    else {
      cancelSignOut()
      snackbars.add({ title: textOf(outcome.problem), tone: 'error' })
    }
  }

  const accountHeader = (
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
      head={accountHeader}
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
