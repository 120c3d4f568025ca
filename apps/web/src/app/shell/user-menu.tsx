import { Avatar } from '@veranda/ui/avatar.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { loadTranslations, useTranslations } from '../../lib/i18n/i18n.ts'
import { whenIdle } from '../../lib/device/when-idle.ts'
import styles from './top-bar.module.css'

/** Loads code and texts of a sign-out. */
async function loadSignOut() {
  const [module] = await Promise.all([import('../sign-out/sign-out.tsx'), loadTranslations('accounts/sign-out')])
  return module
}
const SignOut = lazy(() => loadSignOut().then((module) => ({ default: module.SignOut })))

export function UserMenu() {
  const t = useTranslations('shell')
  const c = useTranslations('common')
  const { user } = useSession()
  const name = user?.firstName || t('user.default')
  // Colours come from the whole name, so that one user has the same one everywhere.
  const wholeName = user?.name || user?.email || name
  const role = user?.role ? c(`role.${user.role}`) : c('role.none')

  const [leaving, setLeaving] = useState(false)
  // Ready for a sign-out without a network.
  useEffect(() => whenIdle(() => void loadSignOut().catch(() => undefined)), [])

  const accountHeader = (
    <div className={styles.who}>
      <Avatar name={wholeName} src={user?.avatar} size="medium" />
      <div className={styles.whoText}>
        <span className={styles.whoName}>{name}</span>
        <span className={styles.whoDetail}>{user?.email}</span>
        <span className={styles.whoDetail}>{role}</span>
      </div>
    </div>
  )

  return (
    <>
      {leaving && (
        <Suspense>
          <SignOut onStay={() => setLeaving(false)} />
        </Suspense>
      )}
      <Menu
        label={t('user', { name })}
        head={accountHeader}
        items={[
          { id: 'profile', label: t('user.profile'), icon: 'user', href: '/profile' },
          { id: 'settings', label: t('user.settings'), icon: 'settings', href: '/settings' },
          ...(user?.role === 'admin'
            ? [{ id: 'admin', label: t('screen.admin'), icon: 'shield', href: '/admin' } as const]
            : []),
          'line',
          { id: 'logout', label: t('user.logout'), icon: 'logout', onPress: () => setLeaving(true) },
        ]}
      >
        {(trigger) => (
          <button type="button" {...trigger} className={styles.user} aria-label={t('user', { name })}>
            <Avatar name={wholeName} src={user?.avatar} />
          </button>
        )}
      </Menu>
    </>
  )
}
