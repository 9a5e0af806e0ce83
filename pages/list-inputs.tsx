import { say } from '../words/say.ts'
import { type ControlProps, idOf, isShort, tiesOf } from './control.ts'

/** One of the shop's values, posted as it is written. */
export function ListInputs({ field, lang, shopLang, values, fault, takesFocus }: ControlProps) {
  const chosen = values[field.key] ?? ''
  if (!isShort(field)) {
    return (
      <select
        className="control"
        id={idOf(field.key)}
        name={field.key}
        defaultValue={chosen}
        required={field.required}
        autoFocus={takesFocus}
        {...tiesOf({ field, fault })}
      >
        <option value="">{say(lang, 'pages.form.choose')}</option>
        {field.values.map((value) => (
          <option key={value} lang={shopLang}>
            {value}
          </option>
        ))}
      </select>
    )
  }
  // A radio button cannot be cleared, so an optional list has a button for that.
  const options = field.required ? field.values : [...field.values, '']
  return (
    <div className="choices">
      {options.map((value, i) => (
        <label key={value} className="tick">
          <input
            type="radio"
            id={i === 0 ? idOf(field.key) : undefined}
            name={field.key}
            value={value}
            defaultChecked={value === chosen}
            required={field.required}
            autoFocus={takesFocus && i === 0}
            aria-describedby={tiesOf({ field, fault })['aria-describedby']}
          />
          <span lang={value === '' ? undefined : shopLang}>
            {value === '' ? say(lang, 'pages.form.noAnswer') : value}
          </span>
        </label>
      ))}
    </div>
  )
}
