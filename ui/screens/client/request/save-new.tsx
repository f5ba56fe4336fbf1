// Asks for the name and the place of a request that has no file yet.
import { useState, type SyntheticEvent } from 'react';
import { Button, Dialog, FormRow, SelectField, TextField } from '../../../parts/index.ts';
import { createPreference, isString } from '../../../state/preferences.ts';
import { useResource } from '../../../state/resource.ts';
import { save } from '../model/saving.ts';
import { newCollection, wantedPlace, type SavePlace } from '../model/steps.ts';
import { keyParts, workspace, type TreeObject } from '../model/workspace.ts';

/** The place that was used last: a key such as `folder:id`. */
const lastPlace = createPreference('client.place', '', isString);
const NEW = 'new';

interface SaveNewProps {
  readonly tabKey: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function SaveNew({ tabKey, name: given, onClose }: SaveNewProps) {
  const { value: view } = useResource(workspace);
  const places = (view?.tree ?? []).flatMap((object) => placesIn(object, ''));
  const { collection, folder } = wantedPlace(tabKey);
  const wanted =
    folder !== undefined
      ? `folder:${folder}`
      : collection !== undefined
        ? `collection:${collection}`
        : lastPlace.get();
  const first = places.find(([key]) => key === wanted)?.[0] ?? places[0]?.[0] ?? NEW;
  const [name, setName] = useState(given === 'New request' ? '' : given);
  const [place, setPlace] = useState(first);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '') return;
    const key = place === NEW ? await newCollection() : place;
    if (key === null || !(await save(tabKey, placeOf(key, name.trim())))) return;
    lastPlace.set(key);
    onClose();
  };
  return (
    <Dialog
      title="Save the request"
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form="save-new" disabled={name.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <form id="save-new" onSubmit={(event) => void submit(event)}>
        <FormRow label="Name" htmlFor="save-name">
          <TextField id="save-name" value={name} autoFocus onChange={setName} />
        </FormRow>
        <FormRow label="In" htmlFor="save-place">
          <SelectField
            id="save-place"
            value={place}
            options={[...places, [NEW, 'A new collection']]}
            onChange={setPlace}
          />
        </FormRow>
      </form>
    </Dialog>
  );
}

function placeOf(key: string, name: string): SavePlace {
  const { kind, id } = keyParts(key);
  return kind === 'folder' ? { folder: id, name } : { collection: id, name };
}

function placesIn(object: TreeObject, path: string): readonly (readonly [string, string])[] {
  if (object.items === undefined) return [];
  const title = path === '' ? object.name : `${path} / ${object.name}`;
  return [[`${object.kind}:${object.id}`, title], ...object.items.flatMap((each) => placesIn(each, title))];
}
