import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar, type AvatarProps } from '@veranda/ui/avatar.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../lib/i18n/i18n.ts'
import styles from './user-chip.module.css'

export type UserChipProps = {
  user: { name: string; avatar: string | null }
  size?: AvatarProps['size']
  detail?: ReactNode
  present?: boolean | undefined
  href?: string | undefined
}

/** Shows a user: avatar, name, and whether they are present. */
export function UserChip({ user, size = 'small', detail, present, href }: UserChipProps) {
  const t = useTranslations('common')
  const content = (
    <>
      <Avatar name={user.name} src={user.avatar} size={size} present={present} />
      <span className={styles.text}>
        <bdi className={styles.name}>{user.name}</bdi>
        {present && <VisuallyHidden>{t('now')}</VisuallyHidden>}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
    </>
  )
  if (href === undefined) return <span className={styles.user}>{content}</span>
  return (
    <Anchor className={styles.user} href={href}>
      {content}
    </Anchor>
  )
}
