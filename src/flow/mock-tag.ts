// The tag of captured requests that went to a mock server of this program.

export const MOCK_TAG = 'Mock';
