import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar, type AvatarProps } from '@veranda/ui/avatar.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import styles from './person-chip.module.css'

export type PersonChipProps = {
  person: { name: string; avatar: string | null }
  size?: AvatarProps['size']
  detail?: ReactNode
  present?: boolean | undefined
  href?: string | undefined
}

/** A person: face, name, whether they are here. */
export function PersonChip({ person, size = 'small', detail, present, href }: PersonChipProps) {
  const t = useWords('common')
  const content = (
    <>
      <Avatar name={person.name} src={person.avatar} size={size} present={present} />
      <span className={styles.text}>
        <bdi className={styles.name}>{person.name}</bdi>
        {present && <VisuallyHidden>{t('now')}</VisuallyHidden>}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
    </>
  )
  if (href === undefined) return <span className={styles.person}>{content}</span>
  return (
    <Anchor className={styles.person} href={href}>
      {content}
    </Anchor>
  )
}
