// What is said and done in each lesson, in order. The moves themselves stand in the lesson's record on the server.

import type { LessonName } from './kept';

export type Place = 'mine' | 'lines' | 'next' | 'players' | 'bot' | 'totems' | 'cave';

export interface Step {
  kind:
    | 'say' // read, then go on
    | 'do' // the next move of the record
    | 'confirm' // the turn is made final by hand; elsewhere the guide does it
    | 'free' // a whole turn as one likes, after the record
    | 'end';
  word: string;
  at?: Place; // what is spoken of
}

const say = (word: string, at: Place): Step => ({ kind: 'say', word, at });
const does = (word: string): Step => ({ kind: 'do', word });
const END: Step = { kind: 'end', word: 'end' };

export const MINUTES: Record<LessonName, number> = {
  kingdomino: 4,
  'origins-discovery': 4,
  'origins-totem': 5,
  'origins-tribe': 5,
};

export const STEPS: Record<LessonName, Step[]> = {
  kingdomino: [
    say('hello', 'mine'), say('numbers', 'next'), does('first'),
    say('second', 'lines'), does('place'), does('claim'), { kind: 'confirm', word: 'confirm' },
    say('crowns', 'mine'), does('wrong'),
    say('order', 'lines'), does('both'), say('score', 'players'), does('choose'),
    say('frame', 'mine'), { kind: 'free', word: 'free' }, END,
  ],
  'origins-discovery': [
    say('hello', 'mine'), say('pairs', 'next'), does('first'),
    does('place'), does('claim'),
    say('bot', 'bot'), does('volcano'), say('reach', 'mine'), does('fire'),
    does('grow'), does('choose'),
    say('frame', 'mine'), { kind: 'free', word: 'free' }, END,
  ],
  'origins-totem': [
    say('hello', 'next'), say('totems', 'totems'), does('first'),
    say('bot', 'totems'), does('place'), does('claim'),
    does('fish'), does('flint'),
    say('burnt', 'bot'), does('grow'), does('choose'),
    say('equal', 'totems'), does('volcano'), does('fire'), END,
  ],
  'origins-tribe': [
    say('hello', 'next'), say('cave', 'cave'), does('first'),
    does('place'), does('claim'),
    does('second'), does('choose'), does('recruit'), does('fish'), does('mammoth'), does('settle'),
    say('later', 'mine'), say('warriors', 'cave'), { kind: 'free', word: 'free' }, END,
  ],
};
