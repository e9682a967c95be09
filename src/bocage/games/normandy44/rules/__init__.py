"""The rules of Normandy '44, a module or more for each chapter, numbered in the printed order."""
