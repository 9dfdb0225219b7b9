import { useEffect, useState } from 'react'
import { countriesByName, countryName } from '#shared/countries.ts'
import { SelectField } from '#web/ui/field.tsx'

type CountryFieldProps = { value: string; error: string | undefined; onChange: (country: string) => void }

/** Where it goes. The HTML has the chosen country alone: the others come with the script, without which nothing is ordered. */
export function CountryField({ value, error, onChange }: CountryFieldProps) {
  const [codes, setCodes] = useState<readonly string[]>([value])
  useEffect(() => setCodes(countriesByName()), [])
  return (
    <SelectField
      label="Country"
      autoComplete="country"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      {codes.map((code) => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
    </SelectField>
  )
}
