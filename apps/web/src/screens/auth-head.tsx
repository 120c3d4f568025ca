import { TabTitle } from '../parts/page.tsx'
import styles from './auth-head.module.css'

export function AuthHead({ title, lead }: { title: string; lead: string }) {
  return (
    <div>
      <TabTitle>{title}</TabTitle>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
    </div>
  )
}
