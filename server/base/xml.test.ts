import { expect, test } from 'vitest'
import { readXml } from './xml.ts'

test('reads elements, attributes, entities and text', () => {
  expect(readXml('<?xml version="1.0"?><a x="1 &amp; 2"><b>Anna</b> <b><![CDATA[<Nová>]]></b></a>')).toEqual({
    name: 'a',
    attributes: { x: '1 & 2' },
    text: '',
    children: [
      { name: 'b', attributes: {}, children: [], text: 'Anna' },
      { name: 'b', attributes: {}, children: [], text: '<Nová>' },
    ],
  })
})

test.each([
  ['nothing', ''],
  ['text', 'Welcome'],
  ['a page', '<!doctype html><p>Welcome'],
  ['an open end', '<a><b></a>'],
  ['two roots', '<a/><b/>'],
  ['entities that grow', '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
  ['a file as an entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['a thousand floors', '<a>'.repeat(1000) + '</a>'.repeat(1000)],
])('refuses %s', (_, text) => {
  expect(readXml(text)).toBeNull()
})
