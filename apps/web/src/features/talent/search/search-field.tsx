import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n.ts'
import styles from './search-view.module.css'

/** Edits the search text. Use the text of the address as its key. */
export function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useTranslations('talent')
  const [typed, setTyped] = useState(text)
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextInput
        enterKeyHint="search"
        size="large"
        icon="search"
        aria-label={t('search.field')}
        placeholder={t('search.placeholder')}
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        after={
          text === '' ? undefined : (
            <IconButton size="small" icon="close" label={t('search.clear')} onClick={() => onSearch('')} />
          )
        }
      />
      <Button kind="filled" size="large" type="submit">
        {t('search.do')}
      </Button>
    </form>
  )
}
