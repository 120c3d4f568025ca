import { Button } from '@veranda/ui/button.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useTranslations } from '../../lib/i18n.ts'
import styles from './search-box.module.css'

/** Renders the search field of the home screen. */
export function SearchBox({ onSearch }: { onSearch: (text: string) => void }) {
  const t = useTranslations('dashboard')
  const [text, setText] = useState('')
  return (
    <form
      role="search"
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <TextInput
        type="search"
        size="large"
        icon="search"
        aria-label={t('home.search')}
        placeholder={t('home.search.placeholder')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button kind="filled" size="large" type="submit">
        {t('home.search.do')}
      </Button>
    </form>
  )
}
