// What Jenkins accepts as JUnit XML, as an XML Schema: the elements and attributes of junit-10.xsd
// (github.com/jenkinsci/xunit-plugin), save for those of repeated runs.

const strings = (names: string, use: 'optional' | 'required' = 'optional'): string =>
  names
    .split(' ')
    .map((name) => `<xs:attribute name="${name}" type="xs:string" use="${use}"/>`)
    .join('');

const outcome = (name: string): string =>
  `<xs:element name="${name}"><xs:complexType mixed="true">${strings('type message')}</xs:complexType></xs:element>`;

const anyOf = (...names: readonly string[]): string =>
  `<xs:choice minOccurs="0" maxOccurs="unbounded">${names.map((name) => `<xs:element ref="${name}"/>`).join('')}</xs:choice>`;

export const JUNIT_SCHEMA = `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="seconds">
    <xs:restriction base="xs:string"><xs:pattern value="[0-9]{1,9}(\\.[0-9]+)?"/></xs:restriction>
  </xs:simpleType>
  ${['failure', 'error', 'skipped'].map(outcome).join('')}
  <xs:element name="system-out" type="xs:string"/>
  <xs:element name="system-err" type="xs:string"/>
  <xs:element name="property"><xs:complexType>${strings('name value', 'required')}</xs:complexType></xs:element>
  <xs:element name="properties"><xs:complexType>${anyOf('property')}</xs:complexType></xs:element>
  <xs:element name="testcase"><xs:complexType>
    ${anyOf('skipped', 'error', 'failure', 'system-out', 'system-err')}
    ${strings('name', 'required')}${strings('classname group')}
    <xs:attribute name="time" type="seconds"/>
  </xs:complexType></xs:element>
  <xs:element name="testsuite"><xs:complexType>
    ${anyOf('testsuite', 'properties', 'testcase', 'system-out', 'system-err')}
    ${strings('name tests failures errors', 'required')}
    ${strings('group skipped timestamp hostname id package file log url')}
    <xs:attribute name="time" type="seconds"/>
  </xs:complexType></xs:element>
  <xs:element name="testsuites"><xs:complexType>
    <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    ${strings('name tests failures errors')}
    <xs:attribute name="time" type="seconds"/>
  </xs:complexType></xs:element>
</xs:schema>
`;
